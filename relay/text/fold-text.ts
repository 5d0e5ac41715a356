// Text as it is compared in searches: without case, without accents, wide and narrow forms alike.

import { cleanAddress, cleanLine } from "../contract.ts";
import { normalise } from "./normalise-text.ts";

/** Letters of their own that people leave the stroke out of, or write as two. */
const SPELT_OUT: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  þ: "th",
  "\u2018": "'",
  "\u2019": "'",
  "\u201c": '"',
  "\u201d": '"',
};
const SPELT = new RegExp(`[${Object.keys(SPELT_OUT).join("")}]`, "g");
/** All that can be a mark, or have one: of most texts a small part. */
const BEYOND_ASCII = /[^\0-\x7f]+/g;

/** "Café ÉLYSÉE" → "cafe elysee". */
export function foldText(text: string): string {
  return text
    .replace(BEYOND_ASCII, withoutMarks)
    .toLowerCase()
    .replace(SPELT, (letter) => SPELT_OUT[letter] ?? letter);
}

const withoutMarks = (letters: string): string => normalise(letters, "NFKD").replace(/\p{M}+/gu, "");

/** Runs of blanks and line breaks as one blank. */
export const foldBlanks = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The same of a field of one line. */
export const normaliseLine = (text: string): string => normalise(cleanLine(text)).trim();

/** The same of an email address. */
export const normaliseAddress = (text: string): string => normalise(cleanAddress(text)).trim();
