// Words in submissions, without an index: nothing beside the row in which an erased request could leave a trace. The database leaves out what
// cannot match, by the folded words of the row; what is left is compared here. Newest first and some thousand rows at a time, so that other
// requests are served meanwhile.
import { foldBlanks, foldText } from "../mail/fold-text.ts";
import type { NewSubmission } from "../mail/submission.ts";
import { type Condition, conditionsOf, rowsWhere, withEntries } from "./look-up.ts";
import type { Page, StoredSubmission, SubmissionFilter } from "./records.ts";
import { readReference } from "./reference.ts";
import { nextTurn, type RunOperation, type Store } from "./store.ts";

/** Looked at in one transaction. */
const ROWS_AT_ONCE = 5000;

type Term = { readonly text: string } | { readonly digits: string };

export async function search(
  run: RunOperation,
  words: string,
  filter: SubmissionFilter,
  limit: number,
  after: string | null,
): Promise<Page<StoredSubmission>> {
  const terms = termsOf(words);
  if (terms.length === 0) return { items: [], next: null };
  const mayMatch = matchOf(words, terms);
  const found: StoredSubmission[] = [];
  for (let from: string | null = after; ; await nextTurn()) {
    const before: string | null = from;
    const step = await run((store) => searchStep(store, [...conditionsOf(filter), mayMatch(store)], before, limit + 1));
    found.push(...step.items);
    if (found.length > limit) return { items: found.slice(0, limit), next: found[limit - 1]?.id ?? null };
    if (step.next === null) return { items: found, next: null };
    from = step.next;
  }
}

/** The matches of so many rows behind `after`, some of them where there are more than `most`; `next` goes on behind these rows. */
async function searchStep(
  store: Store,
  conditions: readonly Condition[],
  after: string | null,
  most: number,
): Promise<Page<StoredSubmission>> {
  const behind: Condition[] = after === null ? [] : [["id < ?", after]];
  const where = behind.map(([sql]) => `WHERE ${sql}`).join("");
  const window = await store.db.get(
    `SELECT min(id) AS last, count(*) AS count FROM (SELECT id FROM submissions ${where} ORDER BY id DESC LIMIT ?) AS looked_at`,
    ...(after === null ? [] : [after]),
    ROWS_AT_ONCE,
  );
  if (Number(window?.count) === 0) return { items: [], next: null };
  const last = String(window?.last);
  const rows = await rowsWhere(store, [...conditions, ["id >= ?", last], ...behind], most);
  return { items: await withEntries(store, rows), next: Number(window?.count) < ROWS_AT_ONCE ? null : last };
}

/** Every term is there, or the words are its reference. */
function matchOf(words: string, terms: readonly Term[]): (store: Store) => Condition {
  const reference = readReference(words);
  return (store) => {
    const held = terms.map((term) => mayHold(store, term));
    const all = held.map(([sql]) => sql).join(" AND ");
    const values = held.flatMap(([, ...values]) => values);
    return reference === null ? [`(${all})`, ...values] : [`(${all} OR reference = ?)`, ...values, reference];
  };
}

/** Digits with what people write between them; less than six are words like others ("50-100"). */
const PHONE = /(?<![\p{L}\p{N}])[+(]?\d[\d\s().+/-]*\d(?![\p{L}\p{N}])/gu;
const LEAST_DIGITS = 6;
/** The last ones are the same with and without the prefix of a country. */
const MOST_DIGITS = 9;
const MOST_TERMS = 12;

/** Every word has to be there, in any order; what is between quotation marks as it is, a phone number by its digits. */
function termsOf(words: string): Term[] {
  const terms: Term[] = [];
  const take = (pattern: RegExp, read: (found: string) => Term | null) => (text: string) =>
    text.replace(pattern, (found) => {
      const term = read(found);
      if (term === null) return found;
      terms.push(term);
      return " ";
    });
  const withoutPhrases = take(/"[^"]*"/g, (found) => {
    const text = foldBlanks(found.slice(1, -1));
    return text === "" ? null : { text };
  })(foldText(storable(words)));
  const left = take(PHONE, (found) => {
    const digits = found.replace(/\D/g, "");
    return digits.length < LEAST_DIGITS ? null : { digits: digits.slice(-MOST_DIGITS) };
  })(withoutPhrases);
  for (const text of foldBlanks(left.replaceAll('"', " ")).split(" ")) if (text !== "") terms.push({ text });
  return terms.slice(0, MOST_TERMS);
}

/** In the text itself; a phone number also in its digits alone, which are behind it. */
function mayHold({ position }: Store, term: Term): Condition {
  return [`${position}(words, ?) > 0`, "digits" in term ? term.digits : term.text];
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
