import { type Acceptance, type AcceptResult, decide, type EarlierRequest, keysOf } from "../../operations/accept.ts";
import { type Counters, createCounters } from "../../rows/counters.ts";
import { readSecret } from "../../rows/marks.ts";
import { insert } from "../../rows/rows.ts";
import { sql } from "../../rows/sql.ts";
import { createSecret, type Store, type StoreFindings } from "../../rows/store.ts";
import type { StoreDatabase } from "./open-database.ts";

export interface SqliteStore extends Store {
  readonly db: StoreDatabase;
  readonly limits: Counters;
}

export async function createStore(db: StoreDatabase, findings: StoreFindings): Promise<SqliteStore> {
  const secret = createSecret(await readSecret(db));
  const read = (key: string) => db.get(sql`SELECT count, ends_at FROM limits WHERE key = ${key}`);
  // Of one process: a request is no later than the way through it takes.
  const limits = createCounters(secret, read, 1000);
  return {
    ...secret,
    db,
    limits,
    take: limits.take,
    findings,
    locking: sql``,
    lockingFree: sql``,
    position: sql`instr`,
    withLock() {},
    unreadable: new Map(),
  };
}

/** What changed, within a transaction: an address with a thousand requests costs one row a commit. */
export function writeLimits({ db, limits }: SqliteStore): void {
  for (const { key, count, ends_at } of limits.takeChanged())
    db.run(sql`INSERT OR REPLACE INTO limits VALUES (${key}, ${count}, ${ends_at})`);
}

// One accepted request in the embedded store: looked up and written row by row, which costs no journeys here.

export function accept(store: SqliteStore, acceptance: Acceptance): AcceptResult {
  const { result, rows } = decide(acceptance, keysOf(store, acceptance), {
    earlier: (key, now) => findEarlier(store, key, now),
    take: store.limits.take,
  });
  if (rows === null) return result;
  // A reference that was given already: another one.
  if (insert(store, "submissions", rows.submission, "INSERT OR IGNORE") === 0) return accept(store, acceptance);
  for (const entry of rows.entries) insert(store, "entries", entry);
  for (const event of rows.events) insert(store, "events", event);
  for (const key of rows.idempotencyKeys) insert(store, "idempotency_keys", key, "INSERT OR REPLACE");
  return result;
}

function findEarlier({ db }: SqliteStore, key: string, now: number): EarlierRequest | undefined {
  const row = db.get(
    sql`SELECT fingerprint, submissions.id, reference
     FROM idempotency_keys JOIN submissions ON submissions.id = submission_id
     WHERE key = ${key} AND expires_at > ${now}`,
  );
  return row as EarlierRequest | undefined;
}
