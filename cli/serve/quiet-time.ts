// When there is time for work that nobody waits for: no build runs, and no page asks for files.

import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/** A page requests its pictures one after the other: the rest waits this long after the last request. */
const QUIET_MS = 200;

/** `idle` resolves when no build runs. */
export function createQuietTime(idle: () => Promise<void>, closed: AbortSignal) {
  let requests = 0;
  let askedAt = 0;
  return {
    /** A page was shown: it may ask for its files now. */
    begin(): void {
      askedAt = performance.now();
    },
    /** A page asks for something. */
    async during<Result>(answer: () => Promise<Result>): Promise<Result> {
      requests++;
      try {
        return await answer();
      } finally {
        requests--;
        askedAt = performance.now();
      }
    },
    /** Resolves when it is quiet, or closed. */
    async wait(): Promise<void> {
      await setImmediate();
      for (;;) {
        await idle();
        const waitMs = requests > 0 ? QUIET_MS : askedAt + QUIET_MS - performance.now();
        if (closed.aborted || waitMs <= 0) return;
        await sleep(waitMs, undefined, { ref: false });
      }
    },
  };
}
