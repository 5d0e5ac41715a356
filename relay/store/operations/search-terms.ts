// The words of a search → terms, and the condition that a submission has them all.
import { foldBlanks, foldText } from "../../text/fold-text.ts";
import { readReference } from "../rows/reference.ts";
import { joined, type Sql, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";
import { storable } from "./searched-words.ts";

/** Every term is there, or the words are its reference. In the text itself; a phone number also in its digits alone, which are behind it. */
export function mayMatch({ position }: Store, words: string, terms: readonly string[]): Sql {
  const reference = readReference(words);
  const held = joined(
    terms.map((term) => sql`${position}(words, ${term}) > 0`),
    " AND ",
  );
  return reference === null ? sql`(${held})` : sql`(${held} OR reference = ${reference})`;
}

/** Digits with what people write between them; less than six are words like others ("50-100"). */
const PHONE = /(?<![\p{L}\p{N}])[+(]?\d[\d\s().+/-]*\d(?![\p{L}\p{N}])/gu;
const LEAST_DIGITS = 6;
/** The last digits are the same with and without a country's prefix. */
const MOST_DIGITS = 9;
const MOST_TERMS = 12;

/** Every word has to be there, in any order; what is between quotation marks as it is, a phone number by its digits. */
export function termsOf(words: string): string[] {
  const terms: string[] = [];
  /** `read`: the term of what was found; empty where it stays in the text. */
  const extract = (text: string, pattern: RegExp, read: (found: string) => string): string =>
    text.replace(pattern, (found) => {
      const term = read(found);
      if (term === "") return found;
      terms.push(term);
      return " ";
    });
  const withoutPhrases = extract(foldText(storable(words)), /"[^"]*"/g, (found) => foldBlanks(found.slice(1, -1)));
  const left = extract(withoutPhrases, PHONE, (found) => {
    const digits = found.replace(/\D/g, "");
    return digits.length < LEAST_DIGITS ? "" : digits.slice(-MOST_DIGITS);
  });
  const single = foldBlanks(left.replaceAll('"', " ")).split(" ");
  return [...terms, ...single.filter((text) => text !== "")].slice(0, MOST_TERMS);
}
