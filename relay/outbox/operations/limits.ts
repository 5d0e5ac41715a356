// Counters that limits are held against: what they mean, wherever they are kept.
import type { Limit } from "../outbox-entry.ts";

export interface Counter {
  count: number;
  endsAt: number;
}

/** Requests do not come in the order of their times, least of all where several relays take them: this is no clock that was set back. */
const OUT_OF_ORDER_MS = 10_000;

/** A window that is over begins again. A clock that was set back must not lock anybody out for longer than the window. */
export function beginWindow(counter: Counter, { windowMs }: Limit, now: number): void {
  if (counter.endsAt > now && counter.endsAt <= now + windowMs + OUT_OF_ORDER_MS) return;
  counter.count = 0;
  counter.endsAt = now + windowMs;
}

/** Counts one under each and gives null; or counts nothing where one is used up, and gives the time until which it is. */
export function takeFrom(counters: readonly Counter[], limits: readonly Limit[]): number | null {
  const spent = counters.filter(({ count }, index) => count >= (limits[index]?.count ?? 0));
  if (spent.length > 0) return Math.max(...spent.map(({ endsAt }) => endsAt));
  for (const counter of counters) counter.count += 1;
  return null;
}
