// Many requests share one commit: what comes while more keeps coming is one transaction, and is answered when it is on the disk. One
// operation that fails alone does not take the others with it; a store that fails takes all, and says so.
import { StoreError } from "../../errors.ts";

/** The most operations of one commit: the first should not wait for the last of a flood. */
const MOST_IN_ONE = 512;
/** While more keeps coming, a commit that all of it shares is worth this wait. A lone request does not wait. */
const LONGEST_WAIT_MS = 20;

interface Waiting<Operation> {
  readonly operation: Operation;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Commit<Operation> = (operations: readonly Operation[]) => Promise<readonly unknown[]>;

/** `commit` gets the operations of one transaction and answers each, in order; it rejects where nothing was written. One runs at a time. */
export function createBatches<Operation>(commit: Commit<Operation>) {
  const waiting: Waiting<Operation>[] = [];
  const apart: (() => Promise<void>)[] = [];
  let isScheduled = false;
  const idlers: (() => void)[] = [];

  /** Commits once a turn of the event loop has brought nothing more, or after `LONGEST_WAIT_MS`. */
  const schedule = (since: number, formerCount: number) => {
    isScheduled = true;
    setImmediate(async () => {
      const isGrowing = waiting.length > formerCount && waiting.length < MOST_IN_ONE;
      if (isGrowing && performance.now() - since < LONGEST_WAIT_MS) return schedule(since, waiting.length);
      for (const work of apart.splice(0)) await work();
      if (waiting.length > 0) await commitBatch(commit, waiting.splice(0, MOST_IN_ONE));
      isScheduled = false;
      if (waiting.length > 0 || apart.length > 0) return scheduleNow();
      for (const resolve of idlers.splice(0)) resolve();
    });
  };
  const scheduleNow = () => schedule(performance.now(), 0);

  return {
    /** Resolves with what `commit` answered for it. */
    add: (operation: Operation) =>
      new Promise<unknown>((resolve, reject) => {
        waiting.push({ operation, resolve, reject });
        if (!isScheduled) scheduleNow();
      }),
    /** Runs work alone: after the commit that is running, and before the next one. */
    between: (work: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        apart.push(() => work().then(resolve, reject));
        if (!isScheduled) scheduleNow();
      }),
    /** Resolves when all that was added is settled. */
    idle: () => (isScheduled ? new Promise<void>((resolve) => idlers.push(resolve)) : Promise.resolve()),
  };
}

/** Never rejects. */
async function commitBatch<Operation>(commit: Commit<Operation>, batch: readonly Waiting<Operation>[]): Promise<void> {
  try {
    const results = await commit(batch.map(({ operation }) => operation));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
  } catch (error) {
    if (batch.length > 1 && !(error instanceof StoreError)) for (const each of batch) await commitBatch(commit, [each]);
    else for (const { reject } of batch) reject(error);
  }
}
