// What a store on PostgreSQL has of its own: locks between relays, counters in a table, and how requests are accepted.

import { type CounterRow, type Counters, counterKey, createCounters } from "../../rows/counters.ts";
import type { Limit } from "../../rows/outbox-entry.ts";
import { type Sql, type StoreRow, sql } from "../../rows/sql.ts";
import type { Store, StoreFindings, StoreSecret } from "../../rows/store.ts";
import type { PostgresStatements } from "./connect.ts";

const LOCKS = { digest: 1, erase: 2, block: 3, alert: 4 } as const;
/** Half of an advisory lock's name; what is done is the other half. */
const LOCK = 0x65_76_72_6d;

export function createStore(db: PostgresStatements, secret: StoreSecret, findings: StoreFindings): Store {
  return {
    ...secret,
    db,
    findings,
    locking: sql` FOR UPDATE`,
    lockingFree: sql` FOR UPDATE SKIP LOCKED`,
    position: sql`strpos`,
    unreadable: new Map(),
    async withLock(name) {
      await db.all(sql`SELECT pg_advisory_xact_lock(${LOCK}, ${LOCKS[name]} + hashtext(current_schema()))`);
    },
    async spend(limits, now) {
      if (limits.length === 0) return null;
      const counters = createLockedCounters(secret, await db.all(lockCounters(secret, limits)));
      const spentUntil = counters.spend(limits, now);
      const changed = counters.takeChanged();
      if (changed.length > 0) await db.all(writeCounters(changed));
      return spentUntil;
    },
  };
}

/** A relay that was paused may bring a request that others would have counted long ago. */
const OUT_OF_ORDER_MS = 600_000;

/** Always in the order of their keys, so that two relays that need the same ones never wait for each other. */
export function lockCounters(secret: StoreSecret, limits: readonly Limit[]): Sql {
  const keys = new Set(limits.map((limit) => counterKey(secret, limit)));
  return sql`INSERT INTO limits (key, count, ends_at)
    SELECT key, 0, 0 FROM unnest(${[...keys]}::text[]) AS key ORDER BY key COLLATE "C"
    ON CONFLICT (key) DO UPDATE SET count = limits.count RETURNING key, count, ends_at`;
}

export const writeCounters = (rows: readonly CounterRow[]): Sql =>
  sql`UPDATE limits SET count = x.count, ends_at = x.ends_at
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS x(key text, count bigint, ends_at bigint)
    WHERE limits.key = x.key`;

/** Of rows that are locked. */
export function createLockedCounters(secret: StoreSecret, rows: readonly StoreRow[]): Counters {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return createCounters(secret, (key) => byKey.get(key), OUT_OF_ORDER_MS);
}
