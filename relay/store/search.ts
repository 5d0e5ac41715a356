// Words in submissions, without an index: nothing beside the row in which an erased request could leave a trace. The database leaves out what
// cannot match, by the folded words of the row; what is left is compared here. Newest first and some thousand rows at a time, so that other
// requests are served meanwhile.
import { foldBlanks, foldText } from "../mail/fold-text.ts";
import type { NewSubmission } from "../mail/submission.ts";
import { conditionsOf, rowsWhere, withEntries } from "./look-up.ts";
import type { Page, StoredSubmission, SubmissionFilter } from "./records.ts";
import { readReference } from "./reference.ts";
import { joined, nextTurn, type RunOperation, type Sql, type Store, sql } from "./store.ts";

/** Looked at in one transaction. */
const ROWS_AT_ONCE = 5000;

export async function search(
  run: RunOperation,
  words: string,
  filter: SubmissionFilter,
  limit: number,
  after: string | null,
): Promise<Page<StoredSubmission>> {
  const terms = termsOf(words);
  if (terms.length === 0) return { items: [], next: null };
  const found: StoredSubmission[] = [];
  for (let from: string | null = after; ; await nextTurn()) {
    const before: string | null = from;
    const step = await run((store) => {
      const conditions = [...conditionsOf(filter), mayMatch(store, words, terms)];
      return searchStep(store, conditions, before, limit + 1);
    });
    found.push(...step.items);
    if (found.length > limit) return { items: found.slice(0, limit), next: found[limit - 1]?.id ?? null };
    if (step.next === null) return { items: found, next: null };
    from = step.next;
  }
}

/** The matches of so many rows behind `after`, some of them where there are more than `most`; `next` goes on behind these rows. */
async function searchStep(
  store: Store,
  conditions: readonly Sql[],
  after: string | null,
  most: number,
): Promise<Page<StoredSubmission>> {
  const olderThan = after === null ? sql`true` : sql`id < ${after}`;
  const window = await store.db.get(
    sql`SELECT min(id) AS last, count(*) AS count
     FROM (SELECT id FROM submissions WHERE ${olderThan} ORDER BY id DESC LIMIT ${ROWS_AT_ONCE}) AS looked_at`,
  );
  if (Number(window?.count) === 0) return { items: [], next: null };
  const last = String(window?.last);
  const rows = await rowsWhere(store, [...conditions, sql`id >= ${last}`, olderThan], most);
  return { items: await withEntries(store, rows), next: Number(window?.count) < ROWS_AT_ONCE ? null : last };
}

/** Every term is there, or the words are its reference. In the text itself; a phone number also in its digits alone, which are behind it. */
function mayMatch({ position }: Store, words: string, terms: readonly string[]): Sql {
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
function termsOf(words: string): string[] {
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
