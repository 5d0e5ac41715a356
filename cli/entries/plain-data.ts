// What can be kept of an entry and given back: text, numbers, lists and objects without methods.

/** Whether JSON holds all of a value: templates may make any objects of an entry, such as a Map or one with methods. */
export function isPlain(value: unknown): boolean {
  if (typeof value === "object" && value !== null) {
    if (Array.isArray(value)) return value.every(isPlain);
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
  }
  return typeof value === "number"
    ? Number.isFinite(value)
    : typeof value !== "function" && typeof value !== "bigint" && typeof value !== "symbol";
}

/** Whether JSON gives the value back as it is. */
export function isPacked(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value !== undefined && isPlain(value);
  return (
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isPacked)
  );
}
