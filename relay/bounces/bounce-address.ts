// The return path of a mail, by which a bounce says which mail it is about (VERP): bounces+ID@example.com. Its id is half random, and nobody
// knows it but those who handled the mail. No address is in it.

/** Octets before the at sign: RFC 5321 4.5.3.1. */
const MAX_LOCAL = 64;
const ID_DIGITS = 32;

/** Characters at most before the plus sign. */
export const longestBounceLocal = MAX_LOCAL - ID_DIGITS - 1;

export function writeBounceAddress(bounceTo: string, entryId: string): string {
  const at = bounceTo.lastIndexOf("@");
  return `${bounceTo.slice(0, at)}+${entryId.replaceAll("-", "")}${bounceTo.slice(at)}`;
}

/** The mail's id; null where the address is none that we gave out. Servers change the case of letters. */
export function readBounceAddress(address: string): string | null {
  const id = /\+([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})@/.exec(address.toLowerCase());
  return id?.slice(1).join("-") ?? null;
}
