// Counters that limits are held against. They live in memory, since one process alone has the store, and every batch that is
// committed writes those that changed: an address with a thousand requests costs one row.

import type { Limit } from "../outbox-entry.ts";
import { beginWindow, type Counter, takeFrom } from "../store.ts";
import type { StoreDatabase } from "./sqlite-open-database.ts";

export interface Limits {
  /** Counts one under each and gives null; or counts nothing where one is used up, and gives the time until which it is. */
  take(limits: readonly Limit[], now: number): number | null;
  /** Whether `take` reads nothing. */
  remembers(limits: readonly Limit[]): boolean;
  hasChanges(): boolean;
  /** Writes what changed; within a transaction. */
  write(): void;
  /** After a transaction that came to nothing: what is on the disk counts. */
  forget(): void;
}

interface StoredCounter extends Counter {
  /** As it is called on the disk. */
  readonly key: string;
}

/** So many counters are remembered; then those on the disk are read again. */
const MOST_REMEMBERED = 20_000;
/** Of one process: no more than the way through it. */
const OUT_OF_ORDER_MS = 1000;

const nameOf = ({ windowMs, key }: Limit) => `${windowMs} ${key}`;

export function createLimits(db: StoreDatabase, hash: (...parts: string[]) => string): Limits {
  const counters = new Map<string, StoredCounter>();
  const changed = new Set<StoredCounter>();

  const read = (limit: Limit): StoredCounter => {
    const key = hash(limit.key, String(limit.windowMs));
    const row = db.get("SELECT count, ends_at FROM limits WHERE key = ?", key);
    return { key, count: Number(row?.count ?? 0), endsAt: Number(row?.ends_at ?? 0) };
  };

  const counterOf = (limit: Limit, now: number): StoredCounter => {
    const name = nameOf(limit);
    let counter = counters.get(name);
    if (counter === undefined) {
      counter = read(limit);
      if (counters.size >= MOST_REMEMBERED && changed.size === 0) counters.clear();
      counters.set(name, counter);
    }
    beginWindow(counter, limit, now, OUT_OF_ORDER_MS);
    return counter;
  };

  return {
    take(limits, now) {
      if (limits.length === 0) return null;
      const found = limits.map((limit) => counterOf(limit, now));
      const spentUntil = takeFrom(found, limits);
      if (spentUntil === null)
        for (const [index, counter] of found.entries()) if (!limits[index]?.checkOnly) changed.add(counter);
      return spentUntil;
    },
    remembers: (limits) => limits.every((limit) => counters.has(nameOf(limit))),
    hasChanges: () => changed.size > 0,
    write() {
      for (const { key, count, endsAt } of changed)
        db.run("INSERT OR REPLACE INTO limits VALUES (?, ?, ?)", key, count, endsAt);
      changed.clear();
    },
    forget() {
      counters.clear();
      changed.clear();
    },
  };
}
