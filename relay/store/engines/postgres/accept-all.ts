// Accepts many requests at once: four round trips to the database for all that came during the last four.

import {
  type Acceptance,
  type AcceptedRows,
  type AcceptResult,
  decideAcceptance,
  type EarlierRequest,
  type IdempotencyKeyRow,
  type Keys,
  keysOf,
  limitsOf,
} from "../../operations/accept.ts";
import type { CounterRow } from "../../rows/counters.ts";
import { raw, type Sql, type StoreRow, sql } from "../../rows/sql.ts";
import type { StoreSecret } from "../../rows/store.ts";
import { TABLES, type Table, type TableName } from "../../rows/tables.ts";
import type { PostgresDatabase, PostgresStatements } from "./connect.ts";
import { isTaken } from "./failures.ts";
import { createLockedCounters, lockCounters, writeCounters } from "./store.ts";

/** Tries after a collision: with a request of another relay under the same key, which the next try finds, or with a reference. */
const MOST_TRIES = 5;

export async function acceptAll(
  database: PostgresDatabase,
  secret: StoreSecret,
  incoming: readonly Acceptance[],
): Promise<readonly AcceptResult[]> {
  for (let tries = 1; ; tries += 1)
    try {
      return await database.transaction((db) => acceptOnce(db, secret, incoming));
    } catch (error) {
      if (!(error instanceof TakenError || isTaken(error)) || tries === MOST_TRIES) throw error;
    }
}

class TakenError extends Error {
  override readonly name = "TakenError";
}

async function acceptOnce(
  db: PostgresStatements,
  secret: StoreSecret,
  incoming: readonly Acceptance[],
): Promise<readonly AcceptResult[]> {
  const keys = incoming.map((acceptance) => keysOf(secret, acceptance));
  const stored = await readBefore(db, secret, incoming, keys);
  const counters = createLockedCounters(secret, stored.counters);
  const earlier = new Map(stored.earlier.map((row) => [row.key, row]));
  const rows: AcceptedRows[] = [];
  const results = incoming.map((acceptance, index) => {
    const decided = decideAcceptance(acceptance, keys[index] as Keys, {
      earlier: (key, now) => {
        const row = earlier.get(key);
        return row === undefined || row.expires_at <= now ? undefined : row;
      },
      spend: counters.spend,
    });
    if (decided.rows === null) return decided.result;
    rows.push(decided.rows);
    const { id, reference } = decided.rows.submission;
    for (const { key, fingerprint, expires_at } of decided.rows.idempotencyKeys)
      earlier.set(key, { key, fingerprint, expires_at, id, reference });
    return decided.result;
  });
  await write(db, incoming, keys, rows, counters.takeChanged());
  return results;
}

interface EarlierRow extends EarlierRequest {
  readonly key: string;
  readonly expires_at: number;
}

interface Before {
  readonly counters: readonly StoreRow[];
  readonly earlier: readonly EarlierRow[];
}

/** Reads in one statement: the counters, which it locks, and the requests that may be the same. */
async function readBefore(
  db: PostgresStatements,
  secret: StoreSecret,
  incoming: readonly Acceptance[],
  keys: readonly Keys[],
): Promise<Before> {
  const limits = incoming.flatMap(limitsOf);
  const [row] = await db.all(
    sql`WITH counters AS (${lockCounters(secret, limits)})
     SELECT (SELECT coalesce(json_agg(counters), '[]') FROM counters) AS counters,
       (SELECT coalesce(json_agg(found), '[]') FROM (
         SELECT keys.key, keys.fingerprint, keys.expires_at, submissions.id, submissions.reference
         FROM idempotency_keys AS keys JOIN submissions ON submissions.id = keys.submission_id
         WHERE keys.key = ANY(${decisive(keys)}::text[])
       ) AS found) AS earlier`,
  );
  return row as unknown as Before;
}

/** The keys under which each request is found again. */
const decisive = (keys: readonly Keys[]): string[] => keys.map(({ key, repeatKey }) => key ?? repeatKey);

async function write(
  db: PostgresStatements,
  incoming: readonly Acceptance[],
  keys: readonly Keys[],
  rows: readonly AcceptedRows[],
  counters: readonly CounterRow[],
): Promise<void> {
  if (rows.length === 0 && counters.length === 0) return;
  const decisiveKeys = new Set(decisive(keys));
  const idempotencyKeys = new Map<string, IdempotencyKeyRow>();
  for (const row of rows.flatMap((one) => one.idempotencyKeys)) idempotencyKeys.set(row.key, row);
  const now = Math.max(...incoming.map(({ submission }) => submission.receivedAt));
  const submissions = rows.map(({ submission }) => submission);
  const entries = rows.flatMap((one) => one.entries);
  const events = rows.flatMap((one) => one.events);
  const replaced = [...idempotencyKeys.keys()].filter((key) => !decisiveKeys.has(key));
  // A key that another relay took meanwhile is not overwritten, and so not counted; a fingerprint beside a key is.
  const [row] = await db.all(
    sql`WITH
      new_submissions AS (${insertAll("submissions", submissions)}),
      new_entries AS (${insertAll("entries", entries)}),
      new_events AS (${insertAll("events", events)}),
      counted AS (${writeCounters(counters)}),
      remembered AS (
        ${insertAll("idempotency_keys", [...idempotencyKeys.values()])} ORDER BY key COLLATE "C"
        ON CONFLICT (key) DO UPDATE
          SET fingerprint = excluded.fingerprint, submission_id = excluded.submission_id, expires_at = excluded.expires_at
          WHERE idempotency_keys.expires_at <= ${now} OR excluded.key = ANY(${replaced}::text[])
        RETURNING key
      )
      SELECT count(*) AS remembered FROM remembered`,
  );
  if (Number(row?.remembered) !== idempotencyKeys.size)
    throw new TakenError("another relay took a request under the same key");
}

/** Leaves out the columns that the database fills in. */
function insertAll(name: TableName, rows: readonly object[]): Sql {
  const columns: Table["columns"] = TABLES.find((table) => table.name === name)?.columns ?? {};
  const insertedColumns = Object.entries(columns).filter(([, type]) => type !== "sequence" && type !== "whole 0");
  const names = raw(insertedColumns.map(([column]) => column).join(", "));
  const types = insertedColumns
    .map(([column, type]) => `${column} ${type.startsWith("text") ? "text" : "bigint"}`)
    .join(", ");
  return sql`INSERT INTO ${raw(name)} (${names})
    SELECT ${names} FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(${raw(types)})`;
}
