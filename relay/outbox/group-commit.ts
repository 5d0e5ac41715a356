// Many requests share one fsync: what comes while more keeps coming is one transaction, and is answered when it is on the
// disk. One operation that fails alone does not take the others with it; a disk that fails takes all, and says so.
import { StoreError } from "../errors.ts";

export interface Engine {
  /** All of `work`, committed and fsynced; throws where nothing was written. */
  commit(work: () => void): void;
}

interface Waiting {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommit {
  add<Result>(run: () => Result): Promise<Result>;
  /** Resolves when all that was added is settled. */
  idle(): Promise<void>;
}

/** So many at once: the first of them should not wait for the last of a flood. */
const MOST_IN_ONE = 512;
/** While more keeps coming, an fsync that all of it shares is worth this wait. A lone request does not wait. */
const LONGEST_WAIT_MS = 20;

export function createGroupCommit(engine: Engine): GroupCommit {
  const waiting: Waiting[] = [];
  let isScheduled = false;
  const idlers: (() => void)[] = [];

  /** Commits once a turn of the event loop has brought nothing more, or after `LONGEST_WAIT_MS`. */
  const schedule = (since = performance.now(), seen = 0) => {
    isScheduled = true;
    setImmediate(() => {
      const isGrowing = waiting.length > seen && waiting.length < MOST_IN_ONE;
      if (isGrowing && performance.now() - since < LONGEST_WAIT_MS) return schedule(since, waiting.length);
      const batch = waiting.splice(0, MOST_IN_ONE);
      commitBatch(engine, batch);
      isScheduled = false;
      if (waiting.length > 0) return schedule();
      for (const resolve of idlers.splice(0)) resolve();
    });
  };

  return {
    add: <Result>(run: () => Result) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
        if (!isScheduled) schedule();
      }),
    idle: () => (isScheduled ? new Promise((resolve) => idlers.push(resolve)) : Promise.resolve()),
  };
}

function commitBatch(engine: Engine, batch: readonly Waiting[]): void {
  const results: unknown[] = [];
  try {
    engine.commit(() => {
      for (const { run } of batch) results.push(run());
    });
  } catch (error) {
    if (batch.length > 1 && !(error instanceof StoreError)) {
      for (const each of batch) commitBatch(engine, [each]);
      return;
    }
    for (const { reject } of batch) reject(error);
    return;
  }
  batch.forEach(({ resolve }, index) => {
    resolve(results[index]);
  });
}
