// Requests first: while many come in, mails are sent one by one with pauses, so that accepting keeps the processor. What waits is
// safe on the disk, and goes as soon as the rush is over. Measured in real time: it is about load, not about the schedule.

export interface Throttle {
  /** A request was accepted. */
  onAccepted(): void;
  /** How many milliseconds the next mail should wait, with so many under way; 0 where it may go. */
  waitMs(underWay: number): number;
}

/** More than this many requests within the window are a rush: 200 a second. */
const WINDOW_MS = 100;
const RUSH = 20;
/** A rush is over when this long no window was full. */
const OVER_MS = 300;
/** Between two mails in a rush. */
const PAUSE_MS = 40;

export function createThrottle(now: () => number = () => performance.now()): Throttle {
  let windowStart = 0;
  let accepted = 0;
  let rushUntil = 0;
  let lastAt = 0;
  return {
    onAccepted() {
      const at = now();
      if (at - windowStart > WINDOW_MS) {
        windowStart = at;
        accepted = 0;
      }
      accepted += 1;
      if (accepted > RUSH) rushUntil = at + OVER_MS;
    },
    waitMs(underWay) {
      const at = now();
      const isRush = at < rushUntil;
      if (isRush && (underWay > 0 || at - lastAt < PAUSE_MS)) return PAUSE_MS;
      lastAt = at;
      return 0;
    },
  };
}
