import { type Counters, createCounters } from "../../rows/counters.ts";
import { readSecret } from "../../rows/marks.ts";
import { sql } from "../../rows/sql.ts";
import { createSecret, type Store, type StoreFindings } from "../../rows/store.ts";
import type { StoreDatabase } from "./connection.ts";

export interface SqliteStore extends Store {
  readonly db: StoreDatabase;
  readonly limits: Counters;
}

export async function createStore(db: StoreDatabase, findings: StoreFindings): Promise<SqliteStore> {
  const secret = createSecret(await readSecret(db));
  const readCounter = (key: string) => db.get(sql`SELECT count, ends_at FROM limits WHERE key = ${key}`);
  // Of one process: a request is no later than the way through it takes.
  const limits = createCounters(secret, readCounter, 1000);
  return {
    ...secret,
    db,
    limits,
    spend: limits.spend,
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
