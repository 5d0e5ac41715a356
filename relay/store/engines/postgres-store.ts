// What the shared operations need of PostgreSQL: locks between relays, the database's time, and counters in a table.

import type { Limit } from "../outbox-entry.ts";
import type { Store, StoreListener, StoreSecret } from "../store.ts";
import { beginWindow, type Counter, takeFrom } from "../store.ts";
import type { PostgresStatements } from "./postgres-connect.ts";

/** What all transactions of one relay share. */
export interface Shared {
  readonly secret: StoreSecret;
  readonly listener: StoreListener;
  readonly latest: { now: number };
  /** The time in SQL, in milliseconds since 1970. */
  time(): string;
  /** Whether a lease has run out, in SQL. */
  leaseIsOver(): string;
}

/** The database's own clock: the one that all relays have in common. */
export const DATABASE_TIME = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/**
 * While the database was away nobody could renew a lease or write down what became of a mail: after its start, those who were sending
 * come first.
 */
export const LEASE_IS_OVER = `lease_until <= ${DATABASE_TIME} AND clock_timestamp() > pg_postmaster_start_time() + interval '10 seconds'`;

/** Relays read their clocks off the database's, a connection's delay apart. */
const CLOCKS_APART_MS = 10_000;

const LOCKS = { digest: 1, erase: 2, block: 3, alert: 4 } as const;
/** Half of an advisory lock's name; what is done is the other half. */
const LOCK = 0x65_76_72_6d;

export function createStore(db: PostgresStatements, shared: Shared): Store {
  const { secret, listener, latest } = shared;
  return {
    ...secret,
    db,
    listener,
    latest,
    clocksApartMs: CLOCKS_APART_MS,
    locking: " FOR UPDATE",
    position: "strpos",
    waiting: "state = 'queued'",
    free: `(lease_until IS NULL OR lease_until <= ${shared.time()})`,
    unreadable: new Set(),
    async withLock(name) {
      await db.query("SELECT pg_advisory_xact_lock(?, ? + hashtext(current_schema()))", LOCK, LOCKS[name]);
    },
    async take(limits, now) {
      if (limits.length === 0) return null;
      const counters = createCounters(secret, await lockCounters(db, secret, limits));
      const spentUntil = counters.take(limits, now);
      await writeCounters(db, counters.changed());
      return spentUntil;
    },
  };
}

/** A relay that was paused may bring a request that others would have counted long ago. */
const OUT_OF_ORDER_MS = 600_000;

export interface CounterRow {
  readonly key: string;
  readonly count: number;
  readonly ends_at: number;
}

export const counterKey = ({ hash }: StoreSecret, { key, windowMs }: Limit): string => hash(key, String(windowMs));

/** In the order of their keys, always: two relays that need the same ones wait, and never for each other. */
export const LOCK_COUNTERS = `INSERT INTO limits (key, count, ends_at)
  SELECT key, 0, 0 FROM unnest(?::text[]) AS key ORDER BY key COLLATE "C"
  ON CONFLICT (key) DO UPDATE SET count = limits.count RETURNING key, count, ends_at`;

async function lockCounters(db: PostgresStatements, secret: StoreSecret, limits: readonly Limit[]) {
  const keys = [...new Set(limits.map((limit) => counterKey(secret, limit)))];
  return (await db.query(LOCK_COUNTERS, keys)) as unknown as CounterRow[];
}

export function createCounters(secret: StoreSecret, rows: readonly CounterRow[]) {
  const counters = new Map<string, Counter>(rows.map(({ key, count, ends_at }) => [key, { count, endsAt: ends_at }]));
  const changed = new Set<string>();
  return {
    /** As `Store.take`. */
    take(limits: readonly Limit[], now: number): number | null {
      const keys = limits.map((limit) => counterKey(secret, limit));
      const found = keys.map((key, index) => {
        const counter = counters.get(key) ?? { count: 0, endsAt: 0 };
        beginWindow(counter, limits[index] as Limit, now, OUT_OF_ORDER_MS);
        return counter;
      });
      const spentUntil = takeFrom(found, limits);
      if (spentUntil === null)
        for (const [index, key] of keys.entries()) if (!limits[index]?.checkOnly) changed.add(key);
      return spentUntil;
    },
    changed: (): CounterRow[] =>
      [...changed].map((key) => ({
        key,
        count: counters.get(key)?.count ?? 0,
        ends_at: counters.get(key)?.endsAt ?? 0,
      })),
  };
}

const writeCounters = (db: PostgresStatements, rows: readonly CounterRow[]) =>
  rows.length === 0
    ? null
    : db.query(
        `UPDATE limits SET count = x.count, ends_at = x.ends_at
         FROM json_to_recordset(?::json) AS x(key text, count bigint, ends_at bigint) WHERE limits.key = x.key`,
        JSON.stringify(rows),
      );
