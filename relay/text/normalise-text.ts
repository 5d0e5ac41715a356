import { cleanLines } from "../contract.ts";

/** Putting so many marks on one letter in order takes the square of their number, and no script has them. */
const TOO_MANY_MARKS = /\p{M}{64}/u;

/** One form of Unicode; a text that makes this a matter of seconds stays as it is. */
export const normalise = (text: string, form: "NFC" | "NFKD" = "NFC"): string =>
  TOO_MANY_MARKS.test(text) ? text : text.normalize(form);

/** A text of several lines as it is stored: cleaned, in one form of Unicode, without blanks around it. */
export const normaliseText = (text: string): string => normalise(cleanLines(text)).trim();
