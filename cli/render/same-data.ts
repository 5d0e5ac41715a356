// Whether two states of what templates see look the same on every page.
import { isDeepStrictEqual } from "node:util";

/** Deep equality in which the order of fields, maps and sets counts: pages may show them one after the other. */
export const isSameData = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b) && hasSameOrder(a, b, new Set());

/** `around` are the values that hold these, which may lead back to one. */
function hasSameOrder(a: unknown, b: unknown, around: Set<unknown>): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  if (a === b || around.has(a)) return true;
  const [from, to] = [membersOf(a), membersOf(b)];
  around.add(a);
  const isSame = from.length === to.length && from.every((member, at) => hasSameOrder(member, to[at], around));
  around.delete(a);
  return isSame;
}

const membersOf = (value: object): readonly unknown[] =>
  Array.isArray(value)
    ? value
    : value instanceof Set
      ? [...value]
      : (value instanceof Map ? [...value] : Object.entries(value)).flat();
