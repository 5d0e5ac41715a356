import { momentOf, parseLocalTime } from "../../config/local-time.ts";
import { invalid, shown, type ValueProblem } from "../schema/explain-value.ts";
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
/** Of an entry that nobody has written yet. */
export const UNWRITTEN: PublicWindow = { ...ALWAYS, isDraft: true, words: "a draft: all its words are placeholders" };

export const isWithin = ({ from, until }: Period, moment: number): boolean => from <= moment && moment < until;
export const isPublicAt = (window: PublicWindow, moment: number): boolean =>
  !window.isDraft && isWithin(window, moment);

export type Data = Readonly<Record<string, unknown>>;

/** The data without the fields, and what they say. `isSite`: of site.yaml. */
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
    const rest = Object.entries(value).filter(([key]) => !(keys as string[]).includes(key));
    return Object.fromEntries(rest.map(([key, member]) => [key, take(member, [...path, key])]));
  };
  return { data: take(data, []) as Data, dated, problems };
}

function publicWindow(fields: Data, path: Path, timeZone: string, problems: ValueProblem[]): PublicWindow {
  const timeIn = (key: PublicationKey) => {
    const written = fields[key];
    if (written === undefined) return undefined;
    const time = typeof written === "string" ? parseLocalTime(written) : undefined;
    if (time) return { written, ...time };
    problems.push(
      invalid([...path, key], `"${key}" is not a date that there is: ${shown(written)}.`, `write one ${DATE}`),
    );
  };
  const { draft = false } = fields;
  if (typeof draft !== "boolean")
    problems.push(invalid([...path, "draft"], `"draft" must be true or false; it is ${shown(draft)}.`));
  const [begin, end] = [timeIn("publishFrom"), timeIn("publishUntil")];
  const from = begin ? momentOf(begin.beginsAt, timeZone) : -Infinity;
  const until = end ? momentOf(end.endsAt, timeZone) : Infinity;
  if (from >= until) {
    const message = `"publishUntil" ${end?.written} is not after "publishFrom" ${begin?.written}: it would never be public.`;
    problems.push(invalid([...path, "publishUntil"], message, "exchange the two, or correct one of them"));
  }
  const dates = [begin && `from ${begin.written}`, end && `${begin ? "to" : "until"} ${end.written}`];
  const words = draft === true ? "a draft" : dates.filter(Boolean).join(" ") || ALWAYS.words;
  return { isDraft: draft === true, from, until, words };
}

export const beginsWith = (path: Path, start: Path): boolean =>
  start.every((step, position) => step === path[position]);

/** When a part of an entry is public: while all that it is in is. */
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

/** As long as the moment is within, nothing changes: from the last change up to the next. */
export function periodOf(dated: readonly DatedPart[], moment: number): Period {
  const changes = changesOf(dated);
  return {
    from: Math.max(-Infinity, ...changes.filter((at) => at <= moment)),
    until: Math.min(Infinity, ...changes.filter((at) => at > moment)),
  };
}
