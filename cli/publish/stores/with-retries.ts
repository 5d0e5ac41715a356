// Retries calls of a store after problems that pass by themselves.

import { setTimeout as delay } from "node:timers/promises";
import { isConflict, type TargetStore, TargetStoreError } from "./store.ts";

/** Six attempts over about ten seconds. */
const FIRST_MS = 300;
const ATTEMPTS = 6;

/** Every call of a store passes through this. A store that has never answered is not tried again: its address is wrong. */
export function withRetries(store: TargetStore, signal: AbortSignal, firstMs = FIRST_MS, isKnown = false): TargetStore {
  let hasAnswered = isKnown;
  const retried =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      for (let attempt = 1; ; attempt++) {
        signal.throwIfAborted();
        try {
          const result = await call(...args);
          hasAnswered = true;
          return result;
        } catch (error) {
          if (!(error instanceof TargetStoreError)) throw error;
          const isLost = error.problem === "unreachable" && !hasAnswered;
          if (error.problem !== "unreachable") hasAnswered = true;
          if (!error.isTransient || isLost || attempt === ATTEMPTS) throw error;
          // Jitter, so that parallel calls do not come back together.
          await delay(firstMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), undefined, { signal });
        }
      }
    };
  return {
    ...store,
    list: retried(store.list),
    read: retried(store.read),
    write: retried(async (path, bytes, headers, condition) => {
      try {
        return await store.write(path, bytes, headers, condition);
      } catch (error) {
        if (!isConflict(error)) throw error;
        // After a lost answer, the second attempt finds what the first one wrote.
        const stored = await store.read(path);
        if (stored?.bytes.equals(bytes)) return stored.etag;
        throw error;
      }
    }),
    delete: retried(store.delete),
  };
}
