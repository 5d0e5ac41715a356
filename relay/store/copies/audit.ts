// Reads all rows of a store that nobody writes to: whether they are whole, how many there are, and how old the newest is. Changes nothing.

import type { Marks } from "../engines/assert-usable.ts";
import { entryCounts } from "../operations/figures.ts";
import { ENTRY_KINDS, ENTRY_STATES } from "../rows/outbox-entry.ts";
import { readable, submissionOf } from "../rows/rows.ts";
import { countOf, listOf, numberOf, type Statements, type StoreRow, sql } from "../rows/sql.ts";
import { createSecret } from "../rows/store.ts";
import { SUBMISSIONS } from "../rows/tables.ts";
import { pagesOf } from "./copy-rows.ts";

export type BackupContents = Awaited<ReturnType<typeof contentsOf>>;

/**
 * `bytes`: null of a database. `fileIdentity`: what the file beside a store in a file holds, null where it has none; `identity`: the same in
 * every copy of a store, wherever it is.
 */
export async function contentsOf(db: Statements, marks: Marks, bytes: number | null) {
  return {
    ...(await audit(db)),
    format: Number(marks.get("format")),
    bytes,
    fileIdentity: marks.get("identity") ?? null,
    identity: createSecret(marks.get("secret") ?? "").hash("store"),
  };
}

/** The name in `meta` under which a backup keeps when it was made. */
export const BACKED_UP = "backed-up";

const MOST_NAMED = 5;

async function audit(db: Statements) {
  const damaged = await damagedSubmissions(db);
  const strange = await countOf(
    db,
    sql`entries WHERE (kind NOT IN (${listOf(ENTRY_KINDS)}) OR state NOT IN (${listOf(ENTRY_STATES)}))
     AND id NOT IN (SELECT row_id FROM quarantine)`,
  );
  const orphans = await countOf(
    db,
    sql`entries WHERE submission_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM submissions WHERE id = entries.submission_id)
     AND submission_id NOT IN (SELECT row_id FROM quarantine)`,
  );
  const newest = [
    await numberOf(db, sql`SELECT max(received_at) AS value FROM submissions`),
    await numberOf(db, sql`SELECT max(ended_at) AS value FROM attempts`),
    await numberOf(db, sql`SELECT max(at) AS value FROM events`),
  ].filter((at) => at !== null);
  return {
    submissions: await countOf(db, sql`submissions`),
    erased: await countOf(db, sql`submissions WHERE erased_at IS NOT NULL`),
    entries: await entryCounts(db),
    /** Rows that the relay itself had set aside as damaged. */
    setAside: await countOf(db, sql`quarantine`),
    /** When it was made, as the backup says; null where it does not. */
    madeAt: await numberOf(db, sql`SELECT value FROM meta WHERE name = ${BACKED_UP}`),
    /** The latest time in the store: a request, an attempt or an event. */
    newestAt: newest.length === 0 ? null : Math.max(...newest),
    /** In plain words; none where every row is whole. */
    problems: [
      ...(damaged.length > 0 ? [`${damaged.length} requests cannot be read: ${named(damaged)}`] : []),
      ...(strange > 0 ? [`${strange} mails are of a kind or in a state that does not exist`] : []),
      ...(orphans > 0 ? [`${orphans} mails belong to requests that are not there`] : []),
    ],
  };
}

/** References of requests whose words are not those that were written, but for those that are known to be damaged. */
async function damagedSubmissions(db: Statements): Promise<string[]> {
  const quarantined = new Set((await db.all(sql`SELECT row_id FROM quarantine`)).map(({ row_id: id }) => String(id)));
  const damaged: string[] = [];
  const isDamaged = (row: StoreRow) =>
    row.erased_at === null && !quarantined.has(String(row.id)) && readable(() => submissionOf(row)).length === 0;
  for await (const rows of pagesOf(db, SUBMISSIONS))
    damaged.push(...rows.filter(isDamaged).map(({ reference }) => String(reference)));
  return damaged;
}

const named = (names: readonly string[]): string =>
  [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ["…"] : [])].join(", ");
