/** A wait that can end early. */
export interface Pause {
  wait(ms: number): Promise<void>;
  /** Ends the wait, if there is one. */
  end(): void;
}

export function createPause(): Pause {
  let end = () => {};
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        end = resolve;
        setTimeout(resolve, ms);
      }),
    end: () => end(),
  };
}
