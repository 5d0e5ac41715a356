// Numbers that the store gives: ids that sort by time, and references that people read to each other.
import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O and U, so that nothing is misread and no word appears. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** "EV-7K3M-9QXD": 40 random bits. The store sees to it that no two are the same. */
export function createReference(bytes: Uint8Array = randomBytes(8)): string {
  const letters = Array.from(bytes.subarray(0, 8), (byte) => ALPHABET[byte & 31]);
  return `EV-${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** What a person typed, as a reference: any case, with or without dashes, letters that look like digits; null where it is none. */
export function readReference(text: string): string | null {
  const letters = text
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/^EV/, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(letters) ? `EV-${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

let pool = randomBytes(0);
let used = 0;

/** Random bytes in small helpings: asking the system for each would cost more than the row. */
function takeRandom(count: number): Uint8Array {
  if (used + count > pool.length) {
    pool = randomBytes(4096);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** A UUID of version 7. */
export function createId(now: number): string {
  const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, "0").slice(-12);
  const random = Buffer.from(takeRandom(10));
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const rest = random.toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`;
}

export const createToken = (): string => Buffer.from(takeRandom(12)).toString("base64url");
