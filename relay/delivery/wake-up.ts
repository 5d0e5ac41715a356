// One timer, for the earliest of what is waited for.
import type { JumpAwareClock } from "../clock.ts";

export interface WakeUp {
  /** Wakes within so many milliseconds; an earlier wake-up stays. */
  within(delayMs: number): void;
  end(): void;
}

/** `onTime` is called after `longestMs` in any case. */
export function createWakeUp(clock: JumpAwareClock, longestMs: number, onTime: () => void): WakeUp {
  let callOff = () => {};
  let wakesAt = Number.POSITIVE_INFINITY;
  return {
    within(delayMs) {
      const now = clock.elapsed();
      const wakeAt = now + Math.min(Math.max(0, delayMs), longestMs);
      if (wakeAt >= wakesAt && wakesAt >= now) return;
      callOff();
      wakesAt = wakeAt;
      callOff = clock.after(wakeAt - now, () => {
        wakesAt = Number.POSITIVE_INFINITY;
        onTime();
      });
    },
    end: () => callOff(),
  };
}
