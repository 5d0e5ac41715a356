// What was typed as a telephone number → the link that calls it (RFC 3966). None where it is not one number: a wrong call is worse than none.

/** Digits at most: with a country (E.164), with a prefix for calls abroad, and within a country. What has more is two numbers. */
function mostDigits(digits: string): number {
  if (digits.startsWith("+")) return 16;
  return /^(?:00|011)/.test(digits) ? 18 : 13;
}
const FEWEST_DIGITS = 5;
/** So many and more are a number of their own, not a group of one. */
const WHOLE_NUMBER = 7;

/** "ext. 12", "x12", "#12", "poste 12", ";ext=12" at the end. */
const EXTENSION =
  /[\s,;(]*(?:\b(?:ext(?:ension|n)?|poste|post|int(?:erno)?|dw|durchwahl|anexo|ramal|extensi[oó]n)\b\.?|\bx(?=\s*\d)|(?<=\d)x(?=\s*\d)|#|доб\.?|内線)\s*[:.=]?\s*(\d{1,7})\)?$/iu;

/** Groups of digits: a plus sign at the beginning at most, and one slash behind an area code. */
const ONE_NUMBER = /^\+?[\d\s().·\u2010-\u2015-]*(?:(?<=^0\d{1,4})\/[\d\s.·\u2010-\u2015-]*)?$/u;

/** Null where the text is no single number. */
export function telephoneLink(text: string): string | null {
  const normalized = text.normalize("NFKC").trim();
  const [tail = "", extension] = EXTENSION.exec(normalized) ?? [];
  const number = normalized.slice(0, normalized.length - tail.length).trim();
  if (!ONE_NUMBER.test(number)) return null;
  // "+44 (0)20 …": the zero is dialled within the country alone.
  const dialled = number.startsWith("+") ? number.replace(/\(0\)/, "") : number;
  const digits = dialled.replace(/[^\d+]/g, "");
  const wholeNumbers = dialled.split(/\s+/).filter((group) => group.replace(/\D/g, "").length >= WHOLE_NUMBER);
  if (digits.length < FEWEST_DIGITS || digits.length > mostDigits(digits) || wholeNumbers.length > 1) return null;
  return `tel:${digits}${extension === undefined ? "" : `;ext=${extension}`}`;
}
