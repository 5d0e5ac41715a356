// A clock that a test sets.
import type { Clock } from "../../../relay/clock.ts";

export interface TestClock extends Clock {
  /** Moves on and runs what falls due on the way, in order. */
  advance(ms: number): void;
  /** Sets the time of day, forward or back; no time passes. */
  set(byMs: number): void;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Starts on Friday, 14 November 2025, 15:00 UTC: an ordinary morning in Toronto. */
export function createTestClock(start = Date.UTC(2025, 10, 14, 15)): TestClock {
  let time = 0;
  let zero = start;
  const timers = new Set<Timer>();
  return {
    now: () => zero + time,
    elapsed: () => time,
    set(byMs) {
      zero += byMs;
    },
    after(delayMs, run) {
      const timer = { at: time + Math.max(0, delayMs), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = time + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        time = Math.max(time, next.at);
        next.run();
      }
      time = end;
    },
  };
}
