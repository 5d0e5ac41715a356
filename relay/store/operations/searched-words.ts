import type { NewSubmission } from "../../requests/submission.ts";
import { foldBlanks, foldText } from "../../text/fold-text.ts";
import { readReference } from "../rows/reference.ts";
import { joined, type Sql, sql } from "../rows/sql.ts";
import type { Store } from "../rows/store.ts";

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
/** The last ones are the same with and without the prefix of a country. */
const MOST_DIGITS = 9;
const MOST_TERMS = 12;

/** Every word has to be there, in any order; what is between quotation marks as it is, a phone number by its digits. */
export function termsOf(words: string): string[] {
  const terms: string[] = [];
  /** `read`: the term of what was found; empty where it stays in the text. */
  const take = (text: string, pattern: RegExp, read: (found: string) => string): string =>
    text.replace(pattern, (found) => {
      const term = read(found);
      if (term === "") return found;
      terms.push(term);
      return " ";
    });
  const withoutPhrases = take(foldText(storable(words)), /"[^"]*"/g, (found) => foldBlanks(found.slice(1, -1)));
  const left = take(withoutPhrases, PHONE, (found) => {
    const digits = found.replace(/\D/g, "");
    return digits.length < LEAST_DIGITS ? "" : digits.slice(-MOST_DIGITS);
  });
  const single = foldBlanks(left.replaceAll('"', " ")).split(" ");
  return [...terms, ...single.filter((text) => text !== "")].slice(0, MOST_TERMS);
}

// The text of a submission as searches compare it. A column beside the payload holds it, so that the database alone leaves out what does not
// match: an index of substrings would need an extension, and one of words would not find parts of them.

/** What a person reads: the fields, the page and the answers. */
function searchedText({ fields, page, answers }: NewSubmission): string {
  const answered = answers.flatMap(({ value, shown = [] }) => [value, shown].flat());
  return foldBlanks(foldText([...Object.values(fields), page ?? "", ...answered].join(" \n ")));
}

/** With phone numbers as digits alone. */
const withoutSeparators = (text: string): string => text.replace(/(?<=\d)[\s().+/-]+(?=\d)/g, "");

/** The text, and behind a line break, which no term has, its phone numbers as digits alone. */
export function searchedWords(submission: NewSubmission): string {
  const text = searchedText(submission);
  const numbers = withoutSeparators(text).match(/\d{6,}/g) ?? [];
  return storable([text, ...numbers].join("\n"));
}

/** A database takes neither NUL nor half a pair of surrogates. */
const storable = (text: string): string => text.replace(/[\0\p{Cs}]/gu, "");
