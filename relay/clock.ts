// Time, passed in: the schedule, the leases and the limits are tested without waiting.

export interface Clock {
  /** Milliseconds since 1970. It may be set forward or back at any moment. */
  now(): number;
  /** Calls `run` once after `delayMs`. The returned function cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Milliseconds that have passed since some moment; never set. */
  elapsed(): number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** "2026-03-14 12:00:07 UTC" */
export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** A clock that notices when it is set. */
export interface JumpAwareClock extends Clock {
  /** How far the clock was set forward in total since the process began. */
  setForwardMs(): number;
}

/** Longest delay that setTimeout takes; a longer one would fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), MAX_DELAY_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Calls `run` every `ms` milliseconds until the returned function is called. */
export function every(clock: Clock, ms: number, run: () => void): () => void {
  let cancel = () => {};
  const schedule = () => {
    cancel = clock.after(ms, () => {
      schedule();
      run();
    });
  };
  schedule();
  return () => cancel();
}

/** Resolves after `ms` milliseconds, or when the signal is aborted. */
export const passed = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener("abort", end);
  });

/** Waits for the work, at most `ms` milliseconds. */
export const inTime = (clock: Clock, ms: number, work: Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = clock.after(ms, resolve);
    work.finally(end).then(resolve, reject);
  });

/** Runs the work on demand, once at a time and at most every `ms` milliseconds. Calls in between share the last answer. */
export function sharedFor<Result>(ms: number, elapsed: () => number, work: () => Promise<Result>) {
  let begunAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;
  let answer: Promise<Result>;
  return (): Promise<Result> => {
    if (isRunning || elapsed() - begunAt < ms) return answer;
    begunAt = elapsed();
    isRunning = true;
    answer = work().finally(() => {
      isRunning = false;
    });
    return answer;
  };
}

/** A smaller difference is the clock's own correction: nobody has set it. */
const JUMP_MS = 10_000;

/** Compares the two readings of the clock whenever it is read; `onJump` gets the difference, negative where it was set back. */
export function createJumpAwareClock(clock: Clock, onJump: (ms: number) => void = () => {}): JumpAwareClock {
  const { after, elapsed } = clock;
  let offset = clock.now() - elapsed();
  let setForwardMs = 0;
  return {
    after,
    elapsed,
    setForwardMs: () => setForwardMs,
    now() {
      const now = clock.now();
      const jump = now - elapsed() - offset;
      offset += jump;
      if (Math.abs(jump) >= JUMP_MS) {
        setForwardMs += Math.max(0, jump);
        onJump(Math.round(jump));
      }
      return now;
    },
  };
}
