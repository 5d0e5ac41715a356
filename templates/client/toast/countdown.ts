// A timer that can be paused and resumed.

export interface CountdownParts {
  readonly now: () => number;
  /** Calls back after so many milliseconds; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface Countdown {
  hold(): void;
  /** Starts, or resumes after `hold`. */
  run(): void;
  stop(): void;
}

export function createCountdown(ms: number, onEnd: () => void, { now, after }: CountdownParts): Countdown {
  let left = ms;
  let since = 0;
  let cancel: (() => void) | undefined;
  const hold = () => {
    if (!cancel) return;
    cancel();
    cancel = undefined;
    left -= now() - since;
  };
  return {
    hold,
    run() {
      if (cancel) return;
      since = now();
      cancel = after(Math.max(0, left), onEnd);
    },
    stop: hold,
  };
}
