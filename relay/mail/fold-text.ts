// Text as it is compared in searches: without case, without accents, wide and narrow forms alike.

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

// What people type, as it is kept, and what a text may hold.

/**
 * Invisible marks that turn or hide what is around them: phones put them around pasted numbers, cheats into names. The joiners of emoji
 * and of some scripts are not among them.
 */
const UNSEEN = /[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/**
 * What was typed, as it is kept: one form of Unicode, one kind of line break, no blanks around it. Half a character, as a length limit in
 * the browser leaves one of an emoji that it cut, becomes the sign for an unknown one.
 */
export function normaliseText(text: string): string {
  return normalise(text.toWellFormed().replace(UNSEEN, "")).replace(/\r\n?/g, "\n").trim();
}

export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0;

const CONTROLS = /(?![\t\n\r])\p{Cc}/u;
const BREAKS = /[\t\n\u2028\u2029]/;

/** Why a text cannot be taken; null where it can. */
export const textProblem = (text: string): string | null => (CONTROLS.test(text) ? "holds a control character" : null);

/** Why a text cannot be the value of a field that has one line; null where it can. */
export const lineProblem = (text: string): string | null =>
  textProblem(text) ?? (BREAKS.test(text) ? "must be one line" : null);

/** What nobody typed becomes a blank. */
export const withoutControls = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}/gu, " ");

// Text from outside on its way into a mail. In a header it is one line that no mail program can take for anything else; in the body, lines
// as they were typed, without what nobody sees.

/** Control characters, line and paragraph separators, and the marks that turn the direction of text or hide in it. */
const UNSEEN_IN_HEADERS =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/gu;

/**
 * One line of at most `maxLength` characters. An encoded word ("=?utf-8?Q?...?=") is taken apart, so that what a visitor typed is shown
 * as typed and never decoded into something else.
 */
export const headerText = (text: string, maxLength: number): string =>
  shorten(oneLine(text).replace(/=\?/g, "= ?"), maxLength);

/** A value beside its label: nothing in it can pass for a line of the mail's own. */
export const oneLine = (text: string): string =>
  foldBlanks(normalise(text).replace(UNSEEN_IN_HEADERS, " ").toWellFormed());

/** A text of several lines, as it was typed. */
export const severalLines = (text: string): string =>
  normalise(text)
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .toWellFormed();

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
