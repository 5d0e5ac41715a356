// When idle connections look for rows: at once when one may be due, otherwise when the next one falls due. One timer, for the earliest time.
import type { JumpAwareClock } from "../clock.ts";

export type DueClock = ReturnType<typeof createDueClock>;

/** No connection waits for longer than `longestMs`: a wake-up may be missed, for example when the clock is set. */
export function createDueClock(clock: JumpAwareClock, longestMs: number) {
  /** Callbacks of the connections that wait. */
  const idle: (() => void)[] = [];
  /** Counts the moments at which a row may have become due, and which of them were looked at without finding one. */
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
    /** One more connection may look. */
    wakeOne,
    moment: () => changes,
    /** Whether a row may be due that no connection has looked for. */
    mayBeDue: () => emptyAt < changes,
    /** A connection looked, as of that moment, and found nothing. */
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
    /** Resolves when a row may be due, or when the worker ends. */
    wait: (): Promise<void> => (isEnded ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
    end(): void {
      isEnded = true;
      callOff();
      for (const goOn of idle.splice(0)) goOn();
    },
  };
}
