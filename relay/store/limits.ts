// Counters that limits are held against: what they mean, wherever they are kept.
import type { Limit } from "./outbox-entry.ts";

export interface Counter {
  count: number;
  endsAt: number;
}

/**
 * A window that is over begins again. A clock that was set back must not lock anybody out for longer than the window; requests that come so
 * much out of the order of their times are no such clock.
 */
export function beginWindow(
  counter: Counter,
  { windowMs, checkOnly = false }: Limit,
  now: number,
  outOfOrderMs: number,
): void {
  if (counter.endsAt > now && counter.endsAt <= now + windowMs + outOfOrderMs) return;
  counter.count = 0;
  // A look begins none.
  counter.endsAt = checkOnly ? 0 : now + windowMs;
}

/** Counts one under each and gives null; or counts nothing where one is used up, and gives the time until which it is. */
export function takeFrom(counters: readonly Counter[], limits: readonly Limit[]): number | null {
  const spent = counters.filter(({ count }, index) => count >= (limits[index]?.count ?? 0));
  if (spent.length > 0) return Math.max(...spent.map(({ endsAt }) => endsAt));
  for (const [index, counter] of counters.entries()) if (!limits[index]?.checkOnly) counter.count += 1;
  return null;
}
