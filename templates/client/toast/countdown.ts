// A timer that can be paused and resumed.

export type Countdown = ReturnType<typeof createCountdown>;

export function createCountdown(ms: number, onEnd: () => void) {
  let left = ms;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    hold(): void {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= Date.now() - since;
    },
    /** Starts, or resumes after `hold`. */
    run(): void {
      if (timer !== undefined) return;
      since = Date.now();
      timer = setTimeout(onEnd, Math.max(0, left));
    },
  };
}
