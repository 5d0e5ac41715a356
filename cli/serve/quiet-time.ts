// Time for work that nobody waits for: no build runs, and no page asks for files.

import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/** A page requests its pictures one after the other: other work waits this long after the last request. */
const QUIET_MS = 200;

export interface QuietTime {
  /** A page was shown: it may ask for its files now. */
  begin(): void;
  /** A page asks for something. */
  during<Result>(answer: () => Promise<Result>): Promise<Result>;
  /** Resolves when it is quiet, or closed. */
  wait(): Promise<void>;
}

/** `idle` resolves when no build runs. */
export function createQuietTime(idle: () => Promise<void>, closed: AbortSignal): QuietTime {
  let requests = 0;
  let askedAt = 0;
  return {
    begin() {
      askedAt = performance.now();
    },
    async during(answer) {
      requests++;
      try {
        return await answer();
      } finally {
        requests--;
        askedAt = performance.now();
      }
    },
    async wait() {
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
