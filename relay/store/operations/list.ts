// Words in submissions, without an index: nothing beside the row in which an erased request could leave a trace. The database leaves out what
// cannot match, by the folded words of the row; what is left is compared here. Newest first and some thousand rows at a time, so that other
// requests are served meanwhile.

import { isDamage } from "../../errors.ts";
import { timeOfId } from "../rows/reference.ts";
import { joined, type Sql, sql } from "../rows/sql.ts";
import { nextTurn, type RunOperation, type Store } from "../rows/store.ts";
import { conditionsOf, newest, type SubmissionFilter } from "./filter.ts";
import { type StoredSubmission, submissionsWhere } from "./look-up.ts";
import { mayMatch, termsOf } from "./search-terms.ts";

/** Rows that one transaction looks at. */
const ROWS_AT_ONCE = 5000;

/** One page, newest first. */
export async function list(
  run: RunOperation,
  { search: query, ...filter }: SubmissionFilter,
  limit: number,
  after: string | null = null,
): Promise<Page<StoredSubmission>> {
  const terms = termsOf(query ?? "");
  if (query !== undefined && terms.length === 0) return { items: [], next: null };
  const matches: StoredSubmission[] = [];
  for (let from: string | null = after; ; await nextTurn()) {
    const olderThan: Sql[] = from === null ? [] : [sql`id < ${from}`];
    const { items, last } = await run(async (store) => {
      const last = query === undefined ? null : await lastOfWindow(store, olderThan);
      const conditions = [
        ...conditionsOf(filter),
        ...olderThan,
        ...(query === undefined ? [] : [mayMatch(store, query, terms)]),
        ...(last === null ? [] : [sql`id >= ${last}`]),
      ];
      return { items: await submissionsWhere(store, conditions, limit + 1), last };
    }, "long").catch(async (error) => {
      if (!isDamage(error) || query !== undefined) throw error;
      return { items: await submissionsAround(run, [...conditionsOf(filter), ...olderThan], limit + 1), last: null };
    });
    matches.push(...items);
    if (matches.length > limit) return { items: matches.slice(0, limit), next: matches[limit - 1]?.id ?? null };
    if (last === null) return { items: matches, next: null };
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
  const submissions: StoredSubmission[] = [];
  const rows = await run(({ db }) => db.all(sql`SELECT id FROM submissions ${newest(conditions, limit)}`));
  for (const id of rows.map((row) => String(row.id))) {
    const reading = run((store) => submissionsWhere(store, [sql`id = ${id}`], 1));
    submissions.push(...(await reading.catch(() => [unreadable(id)])));
  }
  return submissions;
}

/** What is known of a request whose rows cannot be read. */
const unreadable = (id: string): StoredSubmission => ({
  id,
  reference: id,
  form: "",
  receivedAt: timeOfId(id),
  erasedAt: null,
  submission: null,
  entries: [],
});

/** The last of so many rows, which are looked at in one transaction; null where there are no more. */
async function lastOfWindow({ db }: Store, olderThan: readonly Sql[]): Promise<string | null> {
  const where = olderThan.length === 0 ? sql`` : sql`WHERE ${joined(olderThan, " AND ")}`;
  const row = await db.get(
    sql`SELECT id FROM submissions ${where} ORDER BY id DESC LIMIT 1 OFFSET ${ROWS_AT_ONCE - 1}`,
  );
  return row === undefined ? null : String(row.id);
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** To be given as `after` for the next page; null at the end. */
  readonly next: string | null;
}
