// When a worker goes on: not while requests come in a rush, and in time for what waits.
import { setTimeout } from "node:timers/promises";
import type { JumpAwareClock } from "../clock.ts";

// Requests first: while many come in, mails are sent one by one with pauses, so that accepting keeps the processor. What waits is
// safe on the disk, and goes as soon as the rush is over. Measured in real time: it is about load, not about the schedule.

export type Throttle = ReturnType<typeof createThrottle>;

/** More than this many requests within the window are a rush: 200 a second. */
const WINDOW_MS = 100;
const RUSH = 20;
/** A rush is over when this long no window was full. */
const OVER_MS = 300;
const PAUSE_MS = 40;

export function createThrottle() {
  const now = () => performance.now();
  let windowStart = 0;
  let accepted = 0;
  let rushUntil = 0;
  let lastAt = 0;
  return {
    onAccepted(): void {
      const at = now();
      if (at - windowStart > WINDOW_MS) {
        windowStart = at;
        accepted = 0;
      }
      accepted += 1;
      if (accepted > RUSH) rushUntil = at + OVER_MS;
    },
    /** Resolves when the next mail may go. `underWay`: how many are being sent at that moment. A relay that stops waits for it. */
    async turn(underWay: () => number): Promise<void> {
      while (now() < rushUntil && (underWay() > 0 || now() - lastAt < PAUSE_MS)) await setTimeout(PAUSE_MS);
      lastAt = now();
    },
  };
}

// One timer, for the earliest of what is waited for.

/** `onTime` is called after `longestMs` in any case. */
export function createWakeUp(clock: JumpAwareClock, longestMs: number, onTime: () => void) {
  let callOff = () => {};
  let wakesAt = Number.POSITIVE_INFINITY;
  return {
    /** Wakes within so many milliseconds; an earlier wake-up stays. */
    within(delayMs: number): void {
      const now = clock.elapsed();
      const wakeAt = now + Math.min(Math.max(0, delayMs), longestMs);
      if (wakeAt >= wakesAt) return;
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
