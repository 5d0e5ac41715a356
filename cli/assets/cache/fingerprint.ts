// Values → fingerprints: values with the same fingerprint look the same on every page.
import { contentHash } from "../../files/content-hash.ts";

/** undefined for a value that cannot be compared, such as a function: it differs from everything. */
export type Fingerprint = string | undefined;

/** The order of fields, maps and sets matters: pages may show them one after the other. */
export function fingerprint(value: unknown): Fingerprint {
  try {
    return contentHash(write(value));
  } catch {
    return undefined;
  }
}

/** Throws for functions, for objects of other classes, and for a value that contains itself. */
function write(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError();
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (value instanceof Map) return `Map${write([...value])}`;
  if (value instanceof Set) return `Set${write([...value])}`;
  if (value instanceof Date) return `Date${value.getTime()}`;
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new TypeError();
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`)
    .join()}}`;
}
