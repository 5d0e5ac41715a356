// Words in submissions, without an index: nothing beside the row in which an erased request could leave a trace. The database leaves out what
// cannot match, by the folded words of the row; what is left is compared here. Newest first and some thousand rows at a time, so that other
// requests are served meanwhile.
import { isDamage } from "../errors.ts";
import { foldBlanks, foldText } from "../mail/fold-text.ts";
import type { NewSubmission } from "../mail/submission.ts";
import { conditionsOf, newest, submissionsWhere } from "./look-up.ts";
import type { Page, StoredSubmission, SubmissionFilter } from "./records.ts";
import { readReference, timeOfId } from "./reference.ts";
import { joined, nextTurn, type RunOperation, type Sql, type Store, sql } from "./store.ts";

/** Looked at in one transaction. */
const ROWS_AT_ONCE = 5000;

/** One page, newest first. */
export async function list(
  run: RunOperation,
  { search: words, ...filter }: SubmissionFilter,
  limit: number,
  after: string | null = null,
): Promise<Page<StoredSubmission>> {
  const terms = termsOf(words ?? "");
  if (words !== undefined && terms.length === 0) return { items: [], next: null };
  const found: StoredSubmission[] = [];
  for (let from: string | null = after; ; await nextTurn()) {
    const olderThan: Sql[] = from === null ? [] : [sql`id < ${from}`];
    const { items, last } = await run(async (store) => {
      const last = words === undefined ? null : await windowOf(store, olderThan);
      const conditions = [
        ...conditionsOf(filter),
        ...olderThan,
        ...(words === undefined ? [] : [mayMatch(store, words, terms)]),
        ...(last === null ? [] : [sql`id >= ${last}`]),
      ];
      return { items: await submissionsWhere(store, conditions, limit + 1), last };
    }, "long").catch(async (error) => {
      if (!isDamage(error) || words !== undefined) throw error;
      return { items: await submissionsAround(run, [...conditionsOf(filter), ...olderThan], limit + 1), last: null };
    });
    found.push(...items);
    if (found.length > limit) return { items: found.slice(0, limit), next: found[limit - 1]?.id ?? null };
    if (last === null) return { items: found, next: null };
    from = last;
  }
}

/**
 * Each in a transaction of its own, where a page of the file is damaged: those on it are named by their ids, which are in an index, too.
 * Rejects where the conditions are about more.
 */
async function submissionsAround(
  run: RunOperation,
  conditions: readonly Sql[],
  limit: number,
): Promise<StoredSubmission[]> {
  const found: StoredSubmission[] = [];
  const rows = await run(({ db }) => db.all(sql`SELECT id FROM submissions ${newest(conditions, limit)}`));
  for (const id of rows.map((row) => String(row.id))) {
    const lost = { form: "", receivedAt: timeOfId(id), erasedAt: null, submission: null, entries: [] };
    const reading = run((store) => submissionsWhere(store, [sql`id = ${id}`], 1));
    found.push(...(await reading.catch(() => [{ id, reference: id, ...lost }])));
  }
  return found;
}

/** The last of so many rows, which are looked at in one transaction; null where there are no more. */
async function windowOf({ db }: Store, olderThan: readonly Sql[]): Promise<string | null> {
  const where = olderThan.length === 0 ? sql`` : sql`WHERE ${joined(olderThan, " AND ")}`;
  const row = await db.get(
    sql`SELECT id FROM submissions ${where} ORDER BY id DESC LIMIT 1 OFFSET ${ROWS_AT_ONCE - 1}`,
  );
  return row === undefined ? null : String(row.id);
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
