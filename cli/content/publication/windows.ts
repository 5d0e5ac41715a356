// `draft`, `publishFrom` and `publishUntil` → when the parts of an entry are public.

import { momentOf, parseLocalTime } from "../../config/local-time.ts";
import { invalid, quoteValue, type ValueProblem } from "../schema/explain-value.ts";
import { DATE, PUBLICATION_KEYS, type PublicationKey, takesDates } from "../schema/publication-fields.ts";
import type { Path } from "../sources/source-document.ts";
import { isMapping } from "../yaml/mapping.ts";

/** From one moment up to another, in milliseconds since 1970. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** When something is public; a draft never is. */
export interface PublicWindow extends Period {
  readonly isDraft: boolean;
  /** "from 2026-12-24 to 2027-01-02" */
  readonly words: string;
}

/** A part of an entry and when it is public; the path of the entry itself is empty. */
export interface DatedPart extends PublicWindow {
  readonly path: Path;
}

export const ALWAYS: PublicWindow = { isDraft: false, from: -Infinity, until: Infinity, words: "always" };
/** The window of an entry whose texts are all placeholders. */
export const UNWRITTEN: PublicWindow = { ...ALWAYS, isDraft: true, words: "a draft: all its words are placeholders" };

export const isWithin = ({ from, until }: Period, moment: number): boolean => from <= moment && moment < until;
export const isPublicAt = (window: PublicWindow, moment: number): boolean =>
  !window.isDraft && isWithin(window, moment);

export type Data = Readonly<Record<string, unknown>>;

/** Takes the fields out of the data, and returns both. `isSite`: the data is that of site.yaml. */
export function takeDates(
  data: Data,
  timeZone: string,
  isSite = false,
): { readonly data: Data; readonly dated: readonly DatedPart[]; readonly problems: readonly ValueProblem[] } {
  const dated: DatedPart[] = [];
  const problems: ValueProblem[] = [];
  const take = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return value.map((item, position) => take(item, [...path, position]));
    if (!isMapping(value)) return value;
    const keys = takesDates(path, isSite) ? PUBLICATION_KEYS.filter((key) => key in value) : [];
    if (keys.length > 0) dated.push({ path, ...publicWindow(value, path, timeZone, problems) });
    const members = Object.entries(value).filter(([key]) => !(keys as string[]).includes(key));
    return Object.fromEntries(members.map(([key, member]) => [key, take(member, [...path, key])]));
  };
  return { data: take(data, []) as Data, dated, problems };
}

function publicWindow(fields: Data, path: Path, timeZone: string, problems: ValueProblem[]): PublicWindow {
  const timeIn = (key: PublicationKey) => {
    const value = fields[key];
    if (value === undefined) return undefined;
    const time = typeof value === "string" ? parseLocalTime(value) : undefined;
    if (time) return { text: value, ...time };
    problems.push(
      invalid([...path, key], `"${key}" is not a date that there is: ${quoteValue(value)}.`, `write one ${DATE}`),
    );
  };
  const { draft = false } = fields;
  if (typeof draft !== "boolean")
    problems.push(invalid([...path, "draft"], `"draft" must be true or false; it is ${quoteValue(draft)}.`));
  const begin = timeIn("publishFrom");
  const end = timeIn("publishUntil");
  const from = begin ? momentOf(begin.beginsAt, timeZone) : -Infinity;
  const until = end ? momentOf(end.endsAt, timeZone) : Infinity;
  if (from >= until) {
    const message = `"publishUntil" ${end?.text} is not after "publishFrom" ${begin?.text}: it would never be public.`;
    problems.push(invalid([...path, "publishUntil"], message, "exchange the two, or correct one of them"));
  }
  const dates = [begin && `from ${begin.text}`, end && `${begin ? "to" : "until"} ${end.text}`];
  const words = draft === true ? "a draft" : dates.filter(Boolean).join(" ") || ALWAYS.words;
  return { isDraft: draft === true, from, until, words };
}

export const beginsWith = (path: Path, start: Path): boolean =>
  start.every((step, position) => step === path[position]);

/** When a part of an entry is public: while all parts around it are. */
export const windowAt = (dated: readonly DatedPart[], path: Path): PublicWindow =>
  dated
    .filter((part) => beginsWith(path, part.path) && part.words !== ALWAYS.words)
    .reduce<PublicWindow>(
      (outer, inner) => ({
        isDraft: outer.isDraft || inner.isDraft,
        from: Math.max(outer.from, inner.from),
        until: Math.min(outer.until, inner.until),
        words: outer === ALWAYS ? inner.words : `${outer.words}, and of that ${inner.words}`,
      }),
      ALWAYS,
    );

/** The moments at which something changes. */
export const changesOf = (dated: readonly DatedPart[]): number[] =>
  dated.flatMap(({ isDraft, from, until }) => (isDraft ? [] : [from, until].filter(Number.isFinite)));

/** The period around a moment in which nothing changes: from the last change up to the next. */
export function periodOf(dated: readonly DatedPart[], moment: number): Period {
  const changes = changesOf(dated);
  return {
    from: Math.max(-Infinity, ...changes.filter((at) => at <= moment)),
    until: Math.min(Infinity, ...changes.filter((at) => at > moment)),
  };
}
