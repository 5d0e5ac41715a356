// How much is done at once.

/** Runs tasks as long as their sizes fit into `capacity` together, in the order they came; one that is larger than it runs alone. */
export function createLimit(capacity: number): <Result>(task: () => Promise<Result>, size?: number) => Promise<Result> {
  let used = 0;
  const waiting: { readonly size: number; go(): void }[] = [];
  const admit = () => {
    for (let first = waiting[0]; first && (used === 0 || used + first.size <= capacity); first = waiting[0]) {
      waiting.shift();
      used += first.size;
      first.go();
    }
  };
  return async (task, size = 1) => {
    await new Promise<void>((go) => {
      waiting.push({ size, go });
      admit();
    });
    try {
      return await task();
    } finally {
      used -= size;
      admit();
    }
  };
}

/** Gives the results in the order of the items. A failure, or the signal, stops those that have not begun; what is on its way is waited for. */
export async function mapParallel<Item, Result>(
  items: readonly Item[],
  { atOnce, signal }: { readonly atOnce: number; readonly signal?: AbortSignal | undefined },
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = createLimit(atOnce);
  const stopped = new AbortController();
  const runOne = async (item: Item): Promise<Result> => {
    try {
      signal?.throwIfAborted();
      stopped.signal.throwIfAborted();
      return await run(item);
    } catch (error) {
      stopped.abort(error);
      throw error;
    }
  };
  const results = await Promise.allSettled(items.map((item) => limit(() => runOne(item))));
  // After a failure the others reject with its reason, too.
  stopped.signal.throwIfAborted();
  return results.map((result) => (result as PromiseFulfilledResult<Result>).value);
}
