// Two states of a mapping or a list → which part became which, so that what was moved is not taken for something new.
import { isDeepStrictEqual } from "node:util";
import { isMapping } from "../content/yaml/mapping.ts";

type Values = Readonly<Record<string, unknown>>;

/** A field or an item that there will be. */
export interface AlignedPart {
  readonly key?: string;
  /** Its position before; -1 for a new one. */
  readonly from: number;
}

/**
 * Keys stay in their order; a new one goes behind the key that it follows in the new values. One in the place of another, with its
 * value, is that one under a new name.
 */
export function alignFields(was: Values, now: Values): AlignedPart[] {
  const before = Object.keys(was);
  const isRenamed = (old: string | undefined, key: string) =>
    old !== undefined && !Object.hasOwn(now, old) && isDeepStrictEqual(was[old], now[key]);
  const parts = Object.keys(now).map((key, index): AlignedPart => {
    const isNew = !Object.hasOwn(was, key);
    return { key, from: isNew && isRenamed(before[index], key) ? index : before.indexOf(key) };
  });
  const aligned = parts.filter(({ from }) => from !== -1).sort((a, b) => a.from - b.from);
  for (const [index, part] of parts.entries()) {
    const above = aligned.findIndex((other) => other === parts[index - 1]);
    if (part.from === -1) aligned.splice(above + 1, 0, part);
  }
  return aligned;
}

/** For each item of `now` the position of what it was; undefined for a new one. */
export function alignItems(was: readonly unknown[], now: readonly unknown[]): (number | undefined)[] {
  const positions: (number | undefined)[] = now.map(() => undefined);
  const free = new Set(was.keys());
  const take = (index: number, from: number) => {
    if (positions[index] === undefined && free.delete(from)) positions[index] = from;
  };
  for (const { index, from } of alikePairs(was, now)) take(index, from);
  // What is between the same neighbours as before has been rewritten.
  for (const index of now.keys()) {
    const from = index === 0 ? 0 : (positions[index - 1] ?? Number.NaN) + 1;
    if (free.has(from) && isSameKind(was[from], now[index])) take(index, from);
  }
  return positions;
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
  if (!isMapping(a) || !isSameKind(a, b)) return 0;
  const [before, after] = [leavesOf(a), leavesOf(b)];
  const alike = before.filter((leaf) => after.includes(leaf)).length;
  return 2 * alike >= before.length ? alike : 0;
}

/** The type is the same in all items of a kind. */
function leavesOf(value: unknown, key = ""): string[] {
  if (typeof value !== "object" || value === null) return key === "type" ? [] : [`${key}: ${value}`];
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, Array.isArray(value) ? key : name));
}

const isSameKind = (a: unknown, b: unknown): boolean =>
  isMapping(a) && isMapping(b) ? a.type === b.type : typeof a === typeof b && !isMapping(a) && !isMapping(b);
