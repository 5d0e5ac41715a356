// Words in submissions, without an index: nothing beside the row in which an erased request could leave a trace. The database leaves out what
// cannot match, by the folded words of the row; what is left is compared here. Newest first and some thousand rows at a time, so that other
// requests are served meanwhile.
import { foldBlanks, foldText } from "../mail/fold-text.ts";
import type { NewSubmission } from "../mail/submission.ts";
import { type Condition, conditionsOf, rowsWhere, withEntries } from "./look-up.ts";
import type { Page, StoredSubmission, SubmissionFilter } from "./records.ts";
import { readReference } from "./reference.ts";
import { nextTurn, type RunOperation, type Store } from "./store.ts";

/** Read in one transaction. */
const ROWS_AT_ONCE = 2000;
/** Looked at in one transaction by the database alone, where it left out nearly all of the rows before: each takes a few journeys. */
const MOST_ROWS = 10_000;
const FEW = ROWS_AT_ONCE / 10;

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
  const found: StoredSubmission[] = [];
  let size = ROWS_AT_ONCE;
  for (let from: string | null = after; ; await nextTurn()) {
    const [before, count]: [string | null, number] = [from, size];
    const step = await run((store) => searchStep(store, words, terms, filter, before, count));
    size = step.read <= FEW ? MOST_ROWS : ROWS_AT_ONCE;
    found.push(...step.items);
    if (found.length > limit) return { items: found.slice(0, limit), next: found[limit - 1]?.id ?? null };
    if (step.next === null) return { items: found, next: null };
    from = step.next;
  }
}

/** The matches of so many rows, or of some of them where too many may match; `next` goes on behind them. */
async function searchStep(
  store: Store,
  words: string,
  terms: readonly Term[],
  filter: SubmissionFilter,
  after: string | null,
  size: number,
): Promise<Page<StoredSubmission> & { readonly read: number }> {
  const behind: Condition[] = after === null ? [] : [["id < ?", after]];
  const where = behind.map(([sql]) => `WHERE ${sql}`).join("");
  const window = await store.db.get(
    `SELECT min(id) AS last, count(*) AS count FROM (SELECT id FROM submissions ${where} ORDER BY id DESC LIMIT ?) AS looked_at`,
    ...(after === null ? [] : [after]),
    size,
  );
  const count = Number(window?.count);
  if (count === 0) return { items: [], next: null, read: 0 };
  const last = String(window?.last);
  const reference = readReference(words);
  const mayMatch = terms.map((term) => mayHold(store, term));
  const match: Condition = [
    `((${mayMatch.map(([sql]) => sql).join(" AND ")})${reference === null ? "" : " OR reference = ?"})`,
    ...mayMatch.flatMap(([, ...values]) => values),
    ...(reference === null ? [] : [reference]),
  ];
  const rows = await rowsWhere(store, [...conditionsOf(filter), ["id >= ?", last], ...behind, match], ROWS_AT_ONCE);
  const isCut = rows.length === ROWS_AT_ONCE;
  const next = isCut ? String(rows.at(-1)?.id) : count < size ? null : last;
  return { items: await withEntries(store, rows), next, read: rows.length };
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
