// Many requests share one commit: what comes while more keeps coming is one transaction, and is answered when it is on the disk. One
// operation that fails alone does not take the others with it; a store that fails takes all, and says so.
import { StoreError } from "../errors.ts";
import type { MaybePromise } from "./operations/store.ts";

export interface Engine {
  /** All of `work`, committed and fsynced; throws where nothing was written. */
  commit(work: () => MaybePromise<void>): MaybePromise<void>;
}

export interface Batches<Operation> {
  /** Resolves with what `commit` answered for it. */
  add(operation: Operation): Promise<unknown>;
  /** Resolves when all that was added is settled. */
  idle(): Promise<void>;
}

export interface GroupCommit {
  add<Result>(run: () => MaybePromise<Result>): Promise<Result>;
  /** Resolves when all that was added is settled. */
  idle(): Promise<void>;
}

/** So many at once: the first of them should not wait for the last of a flood. */
const MOST_IN_ONE = 512;
/** While more keeps coming, a commit that all of it shares is worth this wait. A lone request does not wait. */
const LONGEST_WAIT_MS = 20;

interface Waiting<Operation> {
  readonly operation: Operation;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** `commit` gets the operations of one transaction and answers each, in order; it throws where nothing was written. One runs at a time. */
export function createBatches<Operation>(
  commit: (operations: readonly Operation[]) => MaybePromise<readonly unknown[]>,
): Batches<Operation> {
  const waiting: Waiting<Operation>[] = [];
  let isScheduled = false;
  const idlers: (() => void)[] = [];

  /** Commits once a turn of the event loop has brought nothing more, or after `LONGEST_WAIT_MS`. */
  const schedule = (since = performance.now(), seen = 0) => {
    isScheduled = true;
    setImmediate(() => {
      const isGrowing = waiting.length > seen && waiting.length < MOST_IN_ONE;
      if (isGrowing && performance.now() - since < LONGEST_WAIT_MS) return schedule(since, waiting.length);
      const committed = commitBatch(commit, waiting.splice(0, MOST_IN_ONE));
      if (committed instanceof Promise) void committed.then(goOn);
      else goOn();
    });
  };
  const goOn = () => {
    isScheduled = false;
    if (waiting.length > 0) return schedule();
    for (const resolve of idlers.splice(0)) resolve();
  };

  return {
    add: (operation) =>
      new Promise((resolve, reject) => {
        waiting.push({ operation, resolve, reject });
        if (!isScheduled) schedule();
      }),
    idle: () => (isScheduled ? new Promise((resolve) => idlers.push(resolve)) : Promise.resolve()),
  };
}

/** Never rejects. Waits for nothing where the store answers at once. */
function commitBatch<Operation>(
  commit: (operations: readonly Operation[]) => MaybePromise<readonly unknown[]>,
  batch: readonly Waiting<Operation>[],
): MaybePromise<void> {
  const answer = (results: readonly unknown[]) =>
    batch.forEach(({ resolve }, index) => {
      resolve(results[index]);
    });
  const fail = (error: unknown): MaybePromise<void> => {
    if (batch.length > 1 && !(error instanceof StoreError)) return oneByOne(commit, batch);
    for (const { reject } of batch) reject(error);
  };
  try {
    const results = commit(batch.map(({ operation }) => operation));
    if (results instanceof Promise) return results.then(answer, fail);
    answer(results);
  } catch (error) {
    return fail(error);
  }
}

async function oneByOne<Operation>(
  commit: (operations: readonly Operation[]) => MaybePromise<readonly unknown[]>,
  batch: readonly Waiting<Operation>[],
): Promise<void> {
  for (const each of batch) await commitBatch(commit, [each]);
}

/** Operations that run one after the other in a transaction of the engine. */
export function createGroupCommit(engine: Engine): GroupCommit {
  const batches = createBatches<() => unknown>((runs) => {
    const results: unknown[] = [];
    const committed = engine.commit(() => runAll(runs, results));
    return committed instanceof Promise ? committed.then(() => results) : results;
  });
  return {
    add: <Result>(run: () => MaybePromise<Result>) => batches.add(run) as Promise<Result>,
    idle: batches.idle,
  };
}

function runAll(runs: readonly (() => unknown)[], results: unknown[]): MaybePromise<void> {
  while (results.length < runs.length) {
    const result = runs[results.length]?.();
    if (result instanceof Promise)
      return result.then((value) => {
        results.push(value);
        return runAll(runs, results);
      });
    results.push(result);
  }
}
