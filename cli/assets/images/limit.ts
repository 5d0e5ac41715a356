// Semaphores: how much is done at once.

/** Runs at most `count` of the tasks given to it at the same time, in the order they came. */
export function createLimit(count: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= count) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The slot is handed on: a task that arrives meanwhile cannot take it.
      if (next) next();
      else running--;
    }
  };
}

export interface WeightedLimit {
  /** Resolves when there is capacity for so many; a request above the total runs alone. */
  enter(size: number): Promise<void>;
  leave(size: number): void;
}

/** Capacity for so many pixels, first come, first served. */
export function createWeightedLimit(capacity: number): WeightedLimit {
  let used = 0;
  const waiting: { readonly size: number; go(): void }[] = [];
  const admit = () => {
    for (let first = waiting[0]; first && (used === 0 || used + first.size <= capacity); first = waiting[0]) {
      waiting.shift();
      used += first.size;
      first.go();
    }
  };
  return {
    enter: (size) =>
      new Promise((go) => {
        waiting.push({ size, go });
        admit();
      }),
    leave(size) {
      used -= size;
      admit();
    },
  };
}
