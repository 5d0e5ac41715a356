// Numbers that the store gives: ids that sort by time, and references that people read to each other.
import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O and U, so that nothing is misread and no word appears. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Numbers ↔ references, "EV-7K3M-9QXD": each number below 2^40 has one of its own, and neighbours look nothing alike. So no two can be
 * the same, and a store finds a submission by its number, without an index in an order of chance.
 */
export interface References {
  of(number: number): string;
  /** Null where the text is no reference. */
  numberOf(text: string): number | null;
}

const HALF = 2 ** 20;
const ROUNDS = 4;

/** A Feistel network over two halves of 20 bits, keyed: it can be run backwards whatever its rounds do. */
export function createReferences(secret: Uint8Array): References {
  const keys = Array.from({ length: ROUNDS }, (_, round) => Buffer.from(secret).readUInt32LE(round * 4));
  const mix = (half: number, key: number): number => {
    const once = Math.imul(half ^ key ^ (key >>> 15), 0x85ebca6b);
    const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
    return ((twice ^ (twice >>> 16)) >>> 0) % HALF;
  };
  return {
    of(number) {
      let [left, right] = [Math.floor(number / HALF), number % HALF];
      for (const key of keys) [left, right] = [right, left ^ mix(right, key)];
      return write(left * HALF + right);
    },
    numberOf(text) {
      const letters = readReference(text)?.replace(/^EV|-/g, "");
      if (letters === undefined) return null;
      const code = [...letters].reduce((sum, letter) => sum * 32 + ALPHABET.indexOf(letter), 0);
      let [left, right] = [Math.floor(code / HALF), code % HALF];
      for (const key of keys.toReversed()) [left, right] = [right ^ mix(left, key), left];
      return left * HALF + right;
    },
  };
}

function write(code: number): string {
  let letters = "";
  for (let rest = code, place = 0; place < 8; place++, rest = Math.floor(rest / 32))
    letters = ALPHABET[rest % 32] + letters;
  return `EV-${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** What a person typed, as a reference: any case, with or without dashes, letters that look like digits; null where it is none. */
function readReference(text: string): string | null {
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

/** Random bytes in small portions: a system call for each would cost more than the row. */
function takeRandom(count: number): Uint8Array {
  if (used + count > pool.length) {
    pool = randomBytes(4096);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

let latest = 0;
let counter = 0;

/** A UUID of version 7; those of one millisecond count up, so that ids of one process are in the order they were made. */
export function createId(now: number): string {
  const time = Math.max(0, Math.floor(now));
  counter = time === latest ? (counter + 1) % 4096 : 0;
  latest = time;
  const random = Buffer.from(takeRandom(8));
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const [clock, rest] = [time.toString(16).padStart(12, "0").slice(-12), random.toString("hex")];
  return `${clock.slice(0, 8)}-${clock.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** Ids that were made after `now`, and no others, sort behind this. */
export function idsAfter(now: number): string {
  const clock = Math.max(0, Math.floor(now)).toString(16).padStart(12, "0");
  return `${clock.slice(0, 8)}-${clock.slice(8)}-8`;
}

export const createToken = (): string => Buffer.from(takeRandom(12)).toString("base64url");
