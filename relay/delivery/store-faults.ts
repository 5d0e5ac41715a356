// The store as a worker meets it: whether it answers, and writes that are tried until it takes them.

import { type JumpAwareClock, passed } from "../clock.ts";

export interface StoreFaultsParts {
  readonly clock: JumpAwareClock;
  /** Once it is aborted, a result that cannot be recorded is not tried again. */
  readonly givenUp: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

export interface StoreFaults {
  /** Whether the store gives out no rows, or does not record their results. */
  readonly hasFault: () => boolean;
  /** A request to the store that ends a row of faults, or adds to it; rejects as the store does. */
  readonly counted: <Result>(request: () => Promise<Result>) => Promise<Result>;
  /** A result is kept until it is recorded: a forgotten delivery would be sent a second time. Null where it is given up. */
  readonly untilWritten: <Result>(write: () => Promise<Result>) => Promise<Result | null>;
}

/** How often a store that takes no writes is tried again. */
export const STORE_RETRY_MS = 1000;
/** So many faults in a row mean that the store is away. A single one may pass. */
const FAULTS_IN_A_ROW = 2;

export function createStoreFaults({ clock, givenUp, onFault }: StoreFaultsParts): StoreFaults {
  let faults = 0;
  return {
    hasFault: () => faults >= FAULTS_IN_A_ROW,
    async counted(request) {
      try {
        const result = await request();
        faults = 0;
        return result;
      } catch (error) {
        faults += 1;
        throw error;
      }
    },
    async untilWritten(write) {
      for (let isFirst = true; ; isFirst = false)
        try {
          return await write();
        } catch (error) {
          if (isFirst) onFault(error);
          faults += 1;
          if (givenUp.aborted) return null;
          await passed(clock, STORE_RETRY_MS, givenUp);
        }
    },
  };
}
