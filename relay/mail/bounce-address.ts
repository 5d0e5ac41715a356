// The return path of a mail, by which a bounce says which mail it is about (VERP): bounces+TOKEN@example.com. The token is the mail's id and
// a keyed hash of it, so that nobody can make one up. No address is in it.

export interface BounceToken {
  readonly entryId: string;
  /** Of the id, keyed with the store's secret. */
  readonly proof: string;
}

/** Digits of base 32 (0 to 9, a to v): servers change the case of letters. */
const ID_DIGITS = 26;
const PROOF_DIGITS = 16;
/** Octets before the at sign: RFC 5321 4.5.3.1. */
const MAX_LOCAL = 64;

/** Characters at most before the plus sign. */
export const longestBounceLocal = MAX_LOCAL - ID_DIGITS - PROOF_DIGITS - 1;

export function writeBounceAddress(bounceTo: string, { entryId, proof }: BounceToken): string {
  const at = bounceTo.lastIndexOf("@");
  const id = BigInt(`0x${entryId.replaceAll("-", "")}`)
    .toString(32)
    .padStart(ID_DIGITS, "0");
  return `${bounceTo.slice(0, at)}+${id}${proof}${bounceTo.slice(at)}`;
}

/** Null where the address is none that we gave out. */
export function readBounceAddress(address: string): BounceToken | null {
  const [, id = "", proof = ""] = /\+([0-7][0-9a-v]{25})([0-9a-v]{16})@/.exec(address.toLowerCase()) ?? [];
  if (id === "") return null;
  const hex = [...id]
    .reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n)
    .toString(16)
    .padStart(32, "0");
  return { entryId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"), proof };
}

/** `hash`: keyed with the store's secret, in base64url. */
export const proofOf = (hash: (...parts: string[]) => string, entryId: string): string =>
  BigInt(`0x${Buffer.from(hash("bounce", entryId), "base64url").toString("hex")}`)
    .toString(32)
    .slice(-PROOF_DIGITS)
    .padStart(PROOF_DIGITS, "0");
