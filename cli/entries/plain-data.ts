// What can be kept of an entry and given back: text, numbers, lists and objects without methods.

/** Whether JSON holds all of a value: templates may make any objects of an entry, such as a Map or one with methods. */
export function isPlain(value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    if (Array.isArray(value)) return value.every(isPlain);
    if (Object.getPrototypeOf(value) !== Object.prototype) return false;
    for (const key in value) if (!isPlain(value[key as never])) return false;
    return true;
  }
  return typeof value === "number"
    ? Number.isFinite(value)
    : typeof value !== "function" && typeof value !== "bigint" && typeof value !== "symbol";
}

/** Whether JSON gives the value back as it is. */
export function isPacked(value: unknown): boolean {
  if (typeof value !== "object" || value === null)
    return value !== undefined && !Object.is(value, -0) && isPlain(value);
  if (Array.isArray(value)) return value.every(isPacked);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) if (!isPacked(value[key as never])) return false;
  return true;
}

/** A copy that has no text in common with the value: a part of a text keeps all of it in memory. */
export function copyPlain<Value>(value: Value): Value;
export function copyPlain(value: unknown): unknown {
  if (typeof value === "string") return ` ${value}`.slice(1);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyPlain);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyPlain(member)]));
}
