/** Work that runs once at a time. */
export interface SingleRun {
  /** The run that has not ended yet. */
  current(): Promise<void> | undefined;
  /** Begins a run, or gives the one that has not ended yet. */
  start(): Promise<void>;
}

export function createSingleRun(run: () => Promise<void>): SingleRun {
  let current: Promise<void> | undefined;
  return {
    current: () => current,
    start() {
      current ??= run().finally(() => {
        current = undefined;
      });
      return current;
    },
  };
}
