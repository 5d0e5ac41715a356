// Text as it is compared in searches: without case, without accents, wide and narrow forms alike.

/** Putting so many marks on one letter in order takes the square of their number, and no script has them. */
const TOO_MANY_MARKS = /\p{M}{64}/u;

/** One form of Unicode; a text that makes this a matter of seconds stays as it is. */
export const normalise = (text: string, form: "NFC" | "NFKD" = "NFC"): string =>
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
