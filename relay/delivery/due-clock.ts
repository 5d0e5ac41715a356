// When idle connections look for rows: at once when one may be due, otherwise when the next one falls due. One timer, for the earliest time.
import type { JumpAwareClock } from "../clock.ts";

export interface DueClock {
  /** There may be something due, as of now. */
  readonly changed: () => void;
  /** One more connection may look. */
  readonly wakeOne: () => void;
  readonly moment: () => number;
  /** Whether a row may be due that no connection has looked for. */
  readonly mayBeDue: () => boolean;
  /** A connection looked, as of that moment, and found nothing. */
  foundNothing(at: number): void;
  /** Something may be due in `delayMs`; an earlier time stays. */
  within(delayMs: number): void;
  /** Resolves when a row may be due, or when the worker ends. */
  readonly wait: () => Promise<void>;
  end(): void;
}

/** No connection waits for longer than `longestMs`: a wake-up may be missed, for example when the clock is set. */
export function createDueClock(clock: JumpAwareClock, longestMs: number): DueClock {
  /** Callbacks of the connections that wait. */
  const idle: (() => void)[] = [];
  /** Counts the moments at which a row may have become due, and which of them were looked at without finding one. */
  let changes = 0;
  let emptyAt = -1;
  let wakesAt = Number.POSITIVE_INFINITY;
  let cancel = () => {};
  let isEnded = false;
  const wakeOne = (): void => idle.shift()?.();
  const changed = () => {
    if (isEnded) return;
    changes += 1;
    wakeOne();
  };
  return {
    changed,
    wakeOne,
    moment: () => changes,
    mayBeDue: () => emptyAt < changes,
    foundNothing(at) {
      emptyAt = Math.max(emptyAt, at);
    },
    within(delayMs) {
      const now = clock.elapsed();
      const wakeAt = now + Math.min(Math.max(0, delayMs), longestMs);
      if (wakeAt >= wakesAt || isEnded) return;
      cancel();
      wakesAt = wakeAt;
      cancel = clock.after(wakeAt - now, () => {
        wakesAt = Number.POSITIVE_INFINITY;
        changed();
      });
    },
    wait: () => (isEnded ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
    end() {
      isEnded = true;
      cancel();
      for (const goOn of idle.splice(0)) goOn();
    },
  };
}
