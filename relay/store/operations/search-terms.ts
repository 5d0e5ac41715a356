// The words of a search → terms, and the condition that a submission has them all.
import { foldBlanks, foldText } from "../../text/fold-text.ts";
import { readReference } from "../rows/reference.ts";
import { joined, type Sql, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { storable } from "./searched-words.ts";

/** Every term is there, or the words are its reference. In the text itself; a phone number also in its digits alone, which are behind it. */
export function mayMatch({ position }: Store, query: string, terms: readonly string[]): Sql {
  const reference = readReference(query);
  const held = joined(
    terms.map((term) => sql`${position}(words, ${term}) > 0`),
    " AND ",
  );
  return reference === null ? sql`(${held})` : sql`(${held} OR reference = ${reference})`;
}

/** Digits with what people write between them; less than six are words like others ("50-100"). */
const PHONE = /(?<![\p{L}\p{N}])[+(]?\d[\d\s().+/-]*\d(?![\p{L}\p{N}])/gu;
const LEAST_DIGITS = 6;
/** The last digits are the same with a country's prefix and with the 0 that stands for it at home. */
const MOST_DIGITS = 8;
const MOST_TERMS = 12;

/** Every word has to be there, in any order; what is between quotation marks as it is, a phone number by its digits. */
export function termsOf(query: string): string[] {
  const terms: string[] = [];
  /** `read`: the term of what was found; empty where it stays in the text. */
  const extract = (text: string, pattern: RegExp, toTerm: (found: string) => string): string =>
    text.replace(pattern, (match) => {
      const term = toTerm(match);
      if (term === "") return match;
      terms.push(term);
      return " ";
    });
  const withoutPhrases = extract(foldText(storable(query)), /"[^"]*"/g, (phrase) => foldBlanks(phrase.slice(1, -1)));
  const withoutNumbers = extract(withoutPhrases, PHONE, (number) => {
    const digits = number.replace(/\D/g, "");
    return digits.length < LEAST_DIGITS ? "" : digits.replace(/^0+(?=\d{6})/, "").slice(-MOST_DIGITS);
  });
  const single = foldBlanks(withoutNumbers.replaceAll('"', " ")).split(" ");
  return [...terms, ...single.filter((text) => text !== "")].slice(0, MOST_TERMS);
}
