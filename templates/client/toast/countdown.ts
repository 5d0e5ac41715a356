// A timer that can be paused and resumed.

export interface Countdown {
  hold(): void;
  /** Starts, or resumes after `hold`. */
  run(): void;
}

export function createCountdown(ms: number, onEnd: () => void): Countdown {
  let remainingMs = ms;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    hold() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      remainingMs -= Date.now() - since;
    },
    run() {
      if (timer !== undefined) return;
      since = Date.now();
      timer = setTimeout(onEnd, Math.max(0, remainingMs));
    },
  };
}
