// A text whose file has changed → its current position: items before it may have been added or removed.

import type { FieldUse } from "../../../templates/kit/for-build/index.ts";
import type { TextPlace } from "../../rewrite/text-place.ts";

/** The same position where the text is still there, or else the only similar one that has it; undefined where it is gone. */
export function relocateText(place: TextPlace, was: string, fields: readonly FieldUse[]): TextPlace | undefined {
  const alike = fields.filter(({ path }) => isAlike(path, place.path));
  const places = alike.flatMap(({ path, value }) => placesIn({ ...place, path }, value, was));
  return places.find((each) => isSame(each, place)) ?? (places.length === 1 ? places[0] : undefined);
}

/** Except for list indexes. */
const isAlike = (a: TextPlace["path"], b: TextPlace["path"]) =>
  a.length === b.length &&
  a.every((step, index) => step === b[index] || (typeof step === typeof b[index] && typeof step === "number"));

function placesIn(place: TextPlace, value: string, was: string): TextPlace[] {
  const { block, ...rest } = place;
  if (!block) return value === was ? [rest] : [];
  const lines = value.split("\n");
  const count = block.end - block.first;
  return lines.flatMap((_, first) => {
    const isHere = lines.slice(first, first + count).join("\n") === was && first + count <= lines.length;
    return isHere ? [{ ...rest, block: { first, end: first + count } }] : [];
  });
}

const isSame = (a: TextPlace, b: TextPlace) =>
  String(a.path) === String(b.path) && a.block?.first === b.block?.first && a.block?.end === b.block?.end;
