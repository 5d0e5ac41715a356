// Counters that limits are held against, remembered as they are used. Each engine reads and writes them in its own way.

import type { Limit } from "./outbox-entry.ts";
import type { StoreSecret } from "./store.ts";
import type { RowOf } from "./tables.ts";

/** Its key is a hash: nothing shows what is counted. */
export type CounterRow = { -readonly [Column in keyof RowOf<"limits">]: RowOf<"limits">[Column] };

/** The most counters in memory; beyond, they are read from the store again. */
const MOST_REMEMBERED = 20_000;

export const counterKey = ({ hash }: Pick<StoreSecret, "hash">, { key, windowMs }: Limit): string =>
  hash(key, String(windowMs));

export interface Counters {
  /** Counts one under each and gives null; or counts nothing where one is used up, and gives the time until which it is. */
  spend(limits: readonly Limit[], now: number): number | null;
  /** The counters that have to be written; each is given once. */
  takeChanged(): CounterRow[];
  /** After a transaction that came to nothing: what is in the store counts. */
  forget(): void;
}

/** `outOfOrderMs`: how much later than others a request may come that is as old. */
export function createCounters(
  secret: Pick<StoreSecret, "hash">,
  read: (key: string) => Readonly<Record<string, unknown>> | undefined,
  outOfOrderMs: number,
): Counters {
  const counters = new Map<string, CounterRow>();
  const changed = new Set<CounterRow>();
  const nameOf = ({ windowMs, key }: Limit) => `${windowMs} ${key}`;

  const counterOf = (limit: Limit, now: number): CounterRow => {
    const name = nameOf(limit);
    let counter = counters.get(name);
    if (counter === undefined) {
      const key = counterKey(secret, limit);
      const row = read(key);
      counter = { key, count: Number(row?.count ?? 0), ends_at: Number(row?.ends_at ?? 0) };
      if (counters.size >= MOST_REMEMBERED && changed.size === 0) counters.clear();
      counters.set(name, counter);
    }
    // A window that is over begins again. A clock that was set back must not lock anybody out for longer than the window.
    if (counter.ends_at <= now || counter.ends_at > now + limit.windowMs + outOfOrderMs) {
      counter.count = 0;
      // A check alone begins no window.
      counter.ends_at = limit.checkOnly ? 0 : now + limit.windowMs;
    }
    return counter;
  };

  return {
    spend(limits, now) {
      const counters = limits.map((limit) => counterOf(limit, now));
      const spent = counters.filter(({ count }, index) => count >= (limits[index]?.count ?? 0));
      if (spent.length > 0) return Math.max(...spent.map(({ ends_at }) => ends_at));
      for (const [index, counter] of counters.entries())
        if (!limits[index]?.checkOnly) {
          counter.count += 1;
          changed.add(counter);
        }
      return null;
    },
    takeChanged() {
      const rows = [...changed];
      changed.clear();
      return rows;
    },
    forget() {
      counters.clear();
      changed.clear();
    },
  };
}
