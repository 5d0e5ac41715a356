// Limits of how much runs at once.

/** Starts tasks in the order they came, as long as their sizes together fit into `capacity`. A larger task runs alone. */
export function createLimit(capacity: number): <Result>(task: () => Promise<Result>, size?: number) => Promise<Result> {
  let usedCapacity = 0;
  const waiting: { readonly size: number; go(): void }[] = [];
  const admit = () => {
    for (
      let first = waiting[0];
      first && (usedCapacity === 0 || usedCapacity + first.size <= capacity);
      first = waiting[0]
    ) {
      waiting.shift();
      usedCapacity += first.size;
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
      usedCapacity -= size;
      admit();
    }
  };
}

/** Returns the results in the order of the items. After a failure or an abort no further task is started, and those that run are awaited. */
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
