// A timer that can be held, and goes on with what was left.

export interface CountdownParts {
  readonly now: () => number;
  /** Calls back after so many milliseconds; what it returns calls that off. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface Countdown {
  hold(): void;
  /** Begins, or goes on after `hold`. */
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
