// `draft`, `publishFrom` and `publishUntil` of entries, sections and items of lists: when each is public, and what that leaves of an entry
// at a moment. The schemas of templates do not know these fields: they are taken out of the data before it is checked.
import type { FieldUse } from "../../templates/kit/index.ts";
import { isoText, momentOf, parseLocalTime } from "../config/local-time.ts";
import type { Config } from "../config/resolve-config.ts";
import { invalid, type Problem, shown } from "./explain-value.ts";
import { DATE, PUBLICATION_KEYS, type PublicationKey, takesDates } from "./publication-fields.ts";
import { isMapping, valueAt } from "./schema-walk.ts";
import type { Path } from "./yaml/source-document.ts";

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

/** The moment that a site is made for. */
export interface Clock {
  readonly moment: number;
  readonly timeZone: string;
  /** What is not public is shown too, and marked. */
  readonly showsAll: boolean;
}

/** What differs from the entry as it is written: parts that are left out, and words in front of texts. */
export interface PublicationEdits {
  readonly absent: readonly Path[];
  readonly marks: readonly (readonly [path: Path, words: string])[];
}

export const ALWAYS: PublicWindow = { isDraft: false, from: -Infinity, until: Infinity, words: "always" };
/** Of an entry that nobody has written yet. */
export const UNWRITTEN: PublicWindow = { ...ALWAYS, isDraft: true, words: "a draft: all its words are placeholders" };

/** At the moment that is asked for, or now: the only place where a build looks at a clock. */
export function clockOf({ asOf, drafts, now }: Pick<Config, "asOf" | "drafts" | "now">, timeZone: string): Clock {
  const asked = parseLocalTime(asOf ?? "");
  return { moment: asked ? momentOf(asked.beginsAt, timeZone) : now(), timeZone, showsAll: drafts };
}

export const isWithin = ({ from, until }: Period, moment: number): boolean => from <= moment && moment < until;
export const isPublicAt = (window: PublicWindow, moment: number): boolean =>
  !window.isDraft && isWithin(window, moment);

type Data = Readonly<Record<string, unknown>>;

/** The data without the fields, and what they say. `isSite`: of site.yaml. */
export function takeDates(
  data: Data,
  timeZone: string,
  isSite = false,
): { readonly data: Data; readonly dated: readonly DatedPart[]; readonly problems: readonly Problem[] } {
  const dated: DatedPart[] = [];
  const problems: Problem[] = [];
  const take = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value)) return value.map((item, position) => take(item, [...path, position]));
    if (!isMapping(value)) return value;
    const keys = takesDates(path, isSite) ? PUBLICATION_KEYS.filter((key) => key in value) : [];
    if (keys.length > 0) dated.push({ path, ...windowOf(value, path, timeZone, problems) });
    const rest = Object.entries(value).filter(([key]) => !(keys as string[]).includes(key));
    return Object.fromEntries(rest.map(([key, member]) => [key, take(member, [...path, key])]));
  };
  return { data: take(data, []) as Data, dated, problems };
}

function windowOf(fields: Data, path: Path, timeZone: string, problems: Problem[]): PublicWindow {
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

const beginsWith = (path: Path, start: Path): boolean => start.every((step, position) => step === path[position]);

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
const changesOf = (dated: readonly DatedPart[]): number[] =>
  dated.flatMap(({ isDraft, from, until }) => (isDraft ? [] : [from, until].filter(Number.isFinite)));

/** As long as the moment is within, nothing changes: from the last change up to the next. */
export function periodOf(dated: readonly DatedPart[], moment: number): Period {
  const changes = changesOf(dated);
  return {
    from: Math.max(-Infinity, ...changes.filter((at) => at <= moment)),
    until: Math.min(Infinity, ...changes.filter((at) => at > moment)),
  };
}

/** What a site of this moment shows in another way than it is written; `dropped` are references that are left out. */
export function editsAt(
  dated: readonly DatedPart[],
  dropped: readonly Path[],
  { moment, showsAll }: Clock,
  visit: (use: (field: FieldUse) => void) => void,
): PublicationEdits | undefined {
  const absent = [...(showsAll ? [] : absentAt(dated, moment)), ...dropped];
  const marks = showsAll ? marksAt(dated, moment, visit) : [];
  return absent.length + marks.length === 0 ? undefined : { absent, marks };
}

const absentAt = (dated: readonly DatedPart[], moment: number): Path[] =>
  dated.filter((part) => part.path.length > 0 && !isPublicAt(part, moment)).map(({ path }) => path);

/** What is not public is marked in its first text; a page also in that of its first section, since its title is not among its words. */
function marksAt(
  dated: readonly DatedPart[],
  moment: number,
  visit: (use: (field: FieldUse) => void) => void,
): PublicationEdits["marks"] {
  const hidden = dated.filter((part) => !isPublicAt(part, moment));
  if (hidden.length === 0) return [];
  const texts: Path[] = [];
  visit(({ field, path }) => field.kind === "text" && texts.push(path));
  const firstIn = (start: Path) => {
    const own = texts.filter((text) => beginsWith(text, start));
    // The alternative text of a picture is not seen.
    return own.find((text) => text.at(-1) !== "alt") ?? own[0];
  };
  return hidden.flatMap(({ path, words, isDraft }) => {
    const firsts = [path, ...(path.length === 0 ? [["sections", 0]] : [])].map(firstIn);
    return firsts.flatMap((first) => (first ? [[first, `[${isDraft ? "draft" : words}] `] as const] : []));
  });
}

export function applyEdits<Value extends Data>(data: Value, edits: PublicationEdits | undefined): Value {
  if (!edits) return data;
  const nameOf = (path: Path) => path.join("\0");
  const absent = new Set(edits.absent.map(nameOf));
  const marks = new Map(edits.marks.map(([path, words]) => [nameOf(path), words]));
  const edit = (value: unknown, path: Path): unknown => {
    if (typeof value === "string") return (marks.get(nameOf(path)) ?? "") + value;
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value)
      .map(([key, member]) => [key, member, [...path, Array.isArray(value) ? Number(key) : key]] as const)
      .filter(([, , at]) => !absent.has(nameOf(at)))
      .map(([key, member, at]) => [key, edit(member, at)] as const);
    if (Array.isArray(value)) return members.map(([, member]) => member);
    return Object.getPrototypeOf(value) === Object.prototype ? Object.fromEntries(members) : value;
  };
  return edit(data, []) as Value;
}

/**
 * What makes the data invalid at this moment or a later one, because of what is left out then; `problemOf` says what is wrong with data.
 * Reported at the first part that is missing.
 */
export function emptied(
  data: Data,
  dated: readonly DatedPart[],
  { moment, timeZone, showsAll }: Clock,
  problemOf: (data: Data) => string | undefined,
): Problem | undefined {
  if (showsAll) return undefined;
  for (const at of [moment, ...changesOf(dated).filter((change) => change > moment)].sort((a, b) => a - b)) {
    const absent = absentAt(dated, at);
    const [first] = absent;
    if (first === undefined || !isPublicAt(windowAt(dated, []), at)) continue;
    const problem = problemOf(applyEdits(data, { absent, marks: [] }));
    if (problem === undefined) continue;
    const when = at === moment ? "" : ` from ${isoText(at, timeZone)} on`;
    const hint = "change its dates, or add something beside it";
    return invalid(first, `Without what is not public${when}: ${problem}`, hint);
  }
  return undefined;
}

/** Of references to what is not public, those that can be left out: items of lists of which others stay. */
export const droppable = (data: Data, references: readonly Path[]): Path[] =>
  references.filter((path) => {
    const list = path.slice(0, -1);
    const written = valueAt(data, list);
    const dropped = references.filter((other) => other.length === path.length && beginsWith(other, list));
    return Array.isArray(written) && written.length > dropped.length;
  });
