// Text as it is compared in searches: without case, without accents, wide and narrow forms alike.
import { cleanAddress, cleanLine, cleanLines } from "../contract.ts";

/** Putting so many marks on one letter in order takes the square of their number, and no script has them. */
const TOO_MANY_MARKS = /\p{M}{64}/u;

/** One form of Unicode; a text that makes this a matter of seconds stays as it is. */
const normalise = (text: string, form: "NFC" | "NFKD" = "NFC"): string =>
  TOO_MANY_MARKS.test(text) ? text : text.normalize(form);

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
/** Nothing above to take away. */
const PLAIN = /^[\0-\x7f]*$/;

/** "Café ÉLYSÉE" → "cafe elysee". */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return normalise(text, "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(SPELT, (letter) => SPELT_OUT[letter] ?? letter);
}

/** Runs of blanks and line breaks as one blank. */
export const foldBlanks = (text: string): string => text.replace(/\s+/g, " ").trim();

/** A text of several lines as it is stored: cleaned, in one form of Unicode, without blanks around it. */
export const normaliseText = (text: string): string => normalise(cleanLines(text)).trim();

/** The same of a field of one line. */
export const normaliseLine = (text: string): string => normalise(cleanLine(text)).trim();

/** The same of an email address. */
export const normaliseAddress = (text: string): string => normalise(cleanAddress(text)).trim();

// Text from outside on its way into a mail. In a header it is one line that no mail program can take for anything else; in the body, lines
// as they were typed, without what nobody sees.

/**
 * One line of at most `maxLength` characters. An encoded word ("=?utf-8?Q?...?=") is taken apart, so that what a visitor typed is shown
 * as typed and never decoded into something else.
 */
export const headerText = (text: string, maxLength: number): string =>
  shorten(oneLine(text).replace(/=\?/g, "= ?"), maxLength);

/** A value beside its label: nothing in it can pass for a line of the mail's own. */
export const oneLine = (text: string): string => foldBlanks(normalise(cleanLine(text)));

/** A text of several lines, with blanks at its ends. */
export const severalLines = (text: string): string => normalise(cleanLines(text));

/** Cut between characters as people count them, with an ellipsis where something is missing. */
function shorten(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(line)) {
    if (kept.length + segment.length >= maxLength) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
