// Time, passed in: the schedule, the leases and the limits are tested without waiting.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once after `delayMs`; the function given back calls it off. */
  after(delayMs: number, run: () => void): () => void;
}

/** Longest delay that setTimeout takes; a longer one would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), MAX_DELAY_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
