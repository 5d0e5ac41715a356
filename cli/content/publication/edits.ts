// `draft`, `publishFrom` and `publishUntil` of entries, sections and items of lists: when each is public, and what that leaves of an entry
// at a moment. The schemas of templates do not know these fields: they are taken out of the data before it is checked.

import type { FieldUse } from "../../../templates/kit/for-build/index.ts";
import { isoText } from "../../config/local-time.ts";
import { invalid, type ValueProblem } from "../schema/explain-value.ts";
import { valueAt } from "../schema/schema-walk.ts";
import type { Path } from "../sources/source-document.ts";
import type { Clock } from "./clock.ts";
import { beginsWith, changesOf, type Data, type DatedPart, isPublicAt, windowAt } from "./windows.ts";

/** What differs from the entry as it is written: parts that are left out, and words in front of texts. */
export interface PublicationEdits {
  readonly absent: readonly Path[];
  readonly marks: readonly (readonly [path: Path, words: string])[];
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
    const textsBelow = texts.filter((text) => beginsWith(text, start));
    // The alternative text of a picture is not seen.
    return textsBelow.find((text) => text.at(-1) !== "alt") ?? textsBelow[0];
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
): ValueProblem | undefined {
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
