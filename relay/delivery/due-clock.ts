// When idle connections go on: at once when there may be something due, and in time for what waits. One timer, for the earliest of that.
import type { JumpAwareClock } from "../clock.ts";

export type DueClock = ReturnType<typeof createDueClock>;

/** Nobody waits for longer than `longestMs`: a call may be missed, such as where the clock is set. */
export function createDueClock(clock: JumpAwareClock, longestMs: number) {
  /** Each goes on when it is called. */
  const idle: (() => void)[] = [];
  /** How often something may have become due, and as of which of these times nothing was. */
  let changes = 0;
  let emptyAt = -1;
  let wakesAt = Number.POSITIVE_INFINITY;
  let callOff = () => {};
  let isEnded = false;
  const wakeOne = () => idle.shift()?.();
  const changed = () => {
    if (isEnded) return;
    changes += 1;
    wakeOne();
  };
  return {
    /** There may be something due, as of now. */
    changed,
    /** Another connection can look as well. */
    wakeOne,
    moment: () => changes,
    /** Whether something may be due that nobody looked for yet. */
    mayBeDue: () => emptyAt < changes,
    /** Somebody looked, as of that moment, and found nothing. */
    foundNothing(at: number): void {
      emptyAt = Math.max(emptyAt, at);
    },
    /** Something may be due in so many milliseconds; an earlier time stays. */
    within(delayMs: number): void {
      const now = clock.elapsed();
      const wakeAt = now + Math.min(Math.max(0, delayMs), longestMs);
      if (wakeAt >= wakesAt || isEnded) return;
      callOff();
      wakesAt = wakeAt;
      callOff = clock.after(wakeAt - now, () => {
        wakesAt = Number.POSITIVE_INFINITY;
        changed();
      });
    },
    /** Resolves when something may be due, or it ends. */
    wait: (): Promise<void> => (isEnded ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
    end(): void {
      isEnded = true;
      callOff();
      for (const goOn of idle.splice(0)) goOn();
    },
  };
}
