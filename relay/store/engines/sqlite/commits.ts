// Every operation joins the next commit: one transaction, of one operation after the other.

import { StoreError } from "../../../errors.ts";
import type { MaybePromise } from "../../rows/sql.ts";
import { createBatches } from "../group-commit.ts";
import type { StoreHealth } from "../store-health.ts";
import { type SqliteStore, writeLimits } from "./store.ts";

export interface Commits {
  readonly assertSynced: () => void;
  readonly run: <Result>(operation: (store: SqliteStore) => MaybePromise<Result>) => Promise<Result>;
  readonly between: (work: () => Promise<void>) => Promise<void>;
  readonly idle: () => Promise<void>;
}

export function createCommits(store: SqliteStore, { failure, fail }: StoreHealth): Commits {
  /** After a failed sync nothing is begun again: what the disk holds is no longer known. */
  const assertSynced = (): void => {
    const error = failure();
    if (error?.failure === "sync-failed") throw error;
  };
  const batches = createBatches<() => unknown>(async (operations) => {
    assertSynced();
    try {
      return await store.db.transaction(async () => {
        const results: unknown[] = [];
        for (const operation of operations) results.push(await operation());
        writeLimits(store);
        return results;
      });
    } catch (cause) {
      store.limits.forget();
      // Reported at once: the next commit must know of it.
      if (cause instanceof StoreError) fail(cause);
      throw cause;
    }
  });
  return {
    assertSynced,
    run: async <Result>(operation: (store: SqliteStore) => MaybePromise<Result>): Promise<Result> =>
      (await batches.add(() => operation(store))) as Result,
    between: batches.between,
    idle: batches.idle,
  };
}
