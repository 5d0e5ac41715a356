// A text whose file has changed → its current position: items before it may have been added or removed.

import { isDeepStrictEqual } from "node:util";
import type { FieldUse } from "../../../templates/kit/for-build/index.ts";
import type { TextPlace } from "../../rewrite/text-place.ts";

/** The same position where the text is still there, or else the only similar one that has it; undefined where it is gone. */
export function relocateText(place: TextPlace, was: string, fields: readonly FieldUse[]): TextPlace | undefined {
  const alike = fields.filter(({ path }) => withoutIndexes(path) === withoutIndexes(place.path));
  const places = alike.flatMap(({ path, value }) => placesIn({ ...place, path }, value, was));
  const isSame = ({ path, block }: TextPlace) => isDeepStrictEqual([path, block], [place.path, place.block]);
  return places.find(isSame) ?? (places.length === 1 ? places[0] : undefined);
}

const withoutIndexes = (path: TextPlace["path"]): string =>
  JSON.stringify(path.map((step) => (typeof step === "number" ? 0 : step)));

function placesIn({ file, path, block }: TextPlace, value: string, was: string): TextPlace[] {
  if (!block) return value === was ? [{ file, path }] : [];
  const lines = value.split("\n");
  const count = block.end - block.first;
  const starts = [...lines.keys()].slice(0, Math.max(0, lines.length - count + 1));
  const positions = starts.filter((first) => lines.slice(first, first + count).join("\n") === was);
  return positions.map((first) => ({ file, path, block: { first, end: first + count } }));
}
