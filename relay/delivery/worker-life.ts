// A worker from its start to its end: first nothing more is begun, and then, what is under way is broken off.

import type { JumpAwareClock } from "../clock.ts";

export type WorkerLife = ReturnType<typeof createWorkerLife>;

export function createWorkerLife(clock: JumpAwareClock) {
  const ending = new AbortController();
  const breakingOff = new AbortController();
  let isStarted = false;
  return {
    start(): void {
      isStarted = true;
    },
    isRunning: (): boolean => isStarted && !ending.signal.aborted,
    /** Aborted: nothing more is begun. */
    ending: ending.signal,
    /** Aborted: what is being sent is broken off. */
    breakingOff: breakingOff.signal,
    /** What is under way may take `graceMs`. Resolves when it is done or broken off. */
    async end(graceMs: number, underWay: () => Promise<unknown>): Promise<void> {
      ending.abort();
      const callOff = clock.after(graceMs, () => breakingOff.abort());
      await underWay();
      callOff();
      breakingOff.abort();
    },
  };
}
