// A worker from its start to its end: at first nothing new is begun, then what is under way is aborted.

import type { JumpAwareClock } from "../clock.ts";

export interface WorkerLife {
  start(): void;
  readonly isRunning: () => boolean;
  /** Aborted: nothing more is begun. */
  readonly ending: AbortSignal;
  /** Aborted: what is being sent is broken off. */
  readonly breakingOff: AbortSignal;
  /** What is under way may take `graceMs`. Resolves when it is done or broken off. */
  end(graceMs: number, underWay: () => Promise<unknown>): Promise<void>;
}

export function createWorkerLife(clock: JumpAwareClock): WorkerLife {
  const ending = new AbortController();
  const breakingOff = new AbortController();
  let isStarted = false;
  return {
    start() {
      isStarted = true;
    },
    isRunning: () => isStarted && !ending.signal.aborted,
    ending: ending.signal,
    breakingOff: breakingOff.signal,
    async end(graceMs, underWay) {
      ending.abort();
      const cancel = clock.after(graceMs, () => breakingOff.abort());
      await underWay();
      cancel();
      breakingOff.abort();
    },
  };
}
