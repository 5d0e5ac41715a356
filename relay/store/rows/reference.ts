// Names that the store gives: ids that sort by time, and references that people read to each other.
import { randomBytes, randomUUID } from "node:crypto";

/** Crockford's base 32: no I, L, O and U, so that nothing is misread and no word appears. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** "EV-7K3M-9QXD": 40 random bits. The store sees to it that no two are the same. */
export function createReference(): string {
  const letters = [...randomBytes(8)].map((byte) => ALPHABET[byte % 32]).join("");
  return `EV-${letters.slice(0, 4)}-${letters.slice(4)}`;
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

/** The first twelve digits of an id. */
function timeDigits(now: number): string {
  const digits = now.toString(16).padStart(12, "0").slice(-12);
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

let latest = 0;
let counter = 0;

/** A UUID of version 7; those of one millisecond count up, so that ids of one process are in the order they were made. */
export function createId(now: number): string {
  const time = Math.max(0, Math.floor(now));
  counter = time === latest ? (counter + 1) % 4096 : 0;
  latest = time;
  // Behind its version, every UUID ends the same way.
  return `${timeDigits(time)}-7${counter.toString(16).padStart(3, "0")}-${randomUUID().slice(19)}`;
}

/** Ids that were made after `now`, and no others, sort behind this. */
export const idsAfter = (now: number): string => `${timeDigits(Math.max(0, Math.floor(now)))}-8`;

/** When it was made, in milliseconds since 1970. */
export const timeOfId = (id: string): number => Number.parseInt(id.replace("-", "").slice(0, 12), 16);
