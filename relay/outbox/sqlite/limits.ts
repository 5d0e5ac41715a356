// Counters that limits are held against. They live in memory, since one process alone has the store, and every batch that is
// committed writes those that changed: an address that asks a thousand times costs one row.
import type { Limit } from "../outbox-entry.ts";
import type { StoreDatabase } from "./open-database.ts";

export interface Limits {
  /** Until when one of these is spent; null where none is. */
  spentUntil(limits: readonly Limit[], now: number): number | null;
  /** Counts one under each. */
  count(limits: readonly Limit[], now: number): void;
  hasChanges(): boolean;
  /** Writes what changed; within a transaction. */
  write(): void;
  /** After a transaction that came to nothing: what is on the disk counts. */
  forget(): void;
  /** Takes what has ended out of the store. */
  sweep(now: number): void;
}

interface Counter {
  count: number;
  endsAt: number;
}

/** So many counters are remembered; then those on the disk are read anew. */
const MOST_REMEMBERED = 20_000;

export function createLimits(db: StoreDatabase, hash: (...parts: string[]) => string): Limits {
  const counters = new Map<string, Counter>();
  const changed = new Set<string>();

  const counterOf = (limit: Limit, now: number): { readonly key: string; readonly counter: Counter } => {
    const key = hash(limit.key, String(limit.windowMs));
    let counter = counters.get(key);
    if (counter === undefined) {
      const row = db.get("SELECT count, ends_at FROM limits WHERE key = ?", key);
      counter = row === undefined ? { count: 0, endsAt: 0 } : { count: Number(row.count), endsAt: Number(row.ends_at) };
      if (counters.size >= MOST_REMEMBERED && changed.size === 0) counters.clear();
      counters.set(key, counter);
    }
    // A clock that was set back must not lock anybody out for longer than the window.
    if (counter.endsAt <= now || counter.endsAt > now + limit.windowMs) {
      counter.count = 0;
      counter.endsAt = now + limit.windowMs;
    }
    return { key, counter };
  };

  return {
    spentUntil(limits, now) {
      const spent = limits.flatMap((limit) => {
        const { counter } = counterOf(limit, now);
        return counter.count >= limit.count ? [counter.endsAt] : [];
      });
      return spent.length === 0 ? null : Math.max(...spent);
    },
    count(limits, now) {
      for (const limit of limits) {
        const { key, counter } = counterOf(limit, now);
        counter.count += 1;
        changed.add(key);
      }
    },
    hasChanges: () => changed.size > 0,
    write() {
      for (const key of changed) {
        const { count, endsAt } = counters.get(key) ?? { count: 0, endsAt: 0 };
        db.run("INSERT OR REPLACE INTO limits VALUES (?, ?, ?)", key, count, endsAt);
      }
      changed.clear();
    },
    forget() {
      counters.clear();
      changed.clear();
    },
    sweep(now) {
      db.run("DELETE FROM limits WHERE ends_at <= ?", now);
    },
  };
}
