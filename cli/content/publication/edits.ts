// What remains of an entry at a moment, by `draft`, `publishFrom` and `publishUntil` of the entry, its sections and items of its lists. The
// schemas of templates do not know these fields: they are taken out of the data before it is checked.

import type { FieldUse } from "../../../templates/kit/for-build/index.ts";
import { isoText } from "../../config/local-time.ts";
import { invalid, type ValueProblem } from "../schema/explain-value.ts";
import { valueAt } from "../schema/schema-walk.ts";
import type { Path } from "../sources/source-document.ts";
import type { Clock } from "./clock.ts";
import { beginsWith, changesOf, type Data, type DatedPart, isPublicAt, windowAt } from "./windows.ts";

/** Differences from the entry as written: parts that are left out, and marks in front of texts. */
export interface PublicationEdits {
  readonly absent: readonly Path[];
  readonly marks: readonly (readonly [path: Path, mark: string])[];
}

/** The edits for a site of this moment; undefined for none. `dropped` are references that are left out. */
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

/** A part that is not public is marked in its first text. A page is also marked in its first section, since its title is not in its body. */
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
    // Visitors do not see the alternative text of a picture.
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
  const marks = new Map(edits.marks.map(([path, mark]) => [nameOf(path), mark]));
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
 * The problem if the data is invalid at this moment or a later one because of parts that are left out then. It is reported at the first such
 * part. `problemOf` returns the message for invalid data.
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

/** The references to non-public entries that can be left out: items of lists that keep other items. */
export const droppable = (data: Data, references: readonly Path[]): Path[] =>
  references.filter((path) => {
    const list = path.slice(0, -1);
    const items = valueAt(data, list);
    const dropped = references.filter((other) => other.length === path.length && beginsWith(other, list));
    return Array.isArray(items) && items.length > dropped.length;
  });
