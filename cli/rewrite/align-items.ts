// Two states of a list → which item became which, so that what was moved is not taken for something new.
import { isDeepStrictEqual } from "node:util";
import { isMapping } from "../content/yaml/mapping.ts";

/** For each item of `now` the position of what it was; undefined for a new one. */
export function alignItems(was: readonly unknown[], now: readonly unknown[]): (number | undefined)[] {
  const found: (number | undefined)[] = now.map(() => undefined);
  const left = new Set(was.keys());
  const take = (index: number, from: number) => {
    if (found[index] === undefined && left.delete(from)) found[index] = from;
  };
  for (const { index, from } of alikePairs(was, now)) take(index, from);
  // What is between the same neighbours as before has been rewritten.
  for (const index of now.keys()) {
    const from = index === 0 ? 0 : (found[index - 1] ?? Number.NaN) + 1;
    if (left.has(from) && isSameKind(was[from], now[index])) take(index, from);
  }
  return found;
}

/** Items that are equal or share values, those that share most first, and of these the ones that moved least. */
function alikePairs(was: readonly unknown[], now: readonly unknown[]) {
  const pairs = now.flatMap((item, index) => was.map((other, from) => ({ index, from, alike: likeness(other, item) })));
  return pairs
    .filter(({ alike }) => alike > 0)
    .sort((a, b) => b.alike - a.alike || Math.abs(a.index - a.from) - Math.abs(b.index - b.from));
}

/** The number of equal texts and numbers anywhere in them, where they are half of all. */
function likeness(a: unknown, b: unknown): number {
  if (isDeepStrictEqual(a, b)) return Number.MAX_VALUE;
  if (!isMapping(a) || !isMapping(b) || !isSameKind(a, b)) return 0;
  const [left, right] = [leavesOf(a), leavesOf(b)];
  const alike = left.filter((leaf) => right.includes(leaf)).length;
  return 2 * alike >= left.length ? alike : 0;
}

/** The type is the same in all items of a kind. */
const leavesOf = (value: unknown, key = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) => leavesOf(each, Array.isArray(value) ? key : name))
    : key === "type"
      ? []
      : [`${key}: ${value}`];

const isSameKind = (a: unknown, b: unknown): boolean =>
  isMapping(a) && isMapping(b) ? a.type === b.type : typeof a === typeof b && !isMapping(a) && !isMapping(b);
