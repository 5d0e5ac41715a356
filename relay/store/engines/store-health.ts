import { StoreError } from "../../errors.ts";
import type { OutboxOptions } from "./engine.ts";

export type StoreHealth = ReturnType<typeof createStoreHealth>;

/** Whether the store can be relied on. Callers hear of each change once. A damaged file stays so, whatever else happens. */
export function createStoreHealth(onFailure: OutboxOptions["onFailure"], isFile: boolean) {
  let failure: StoreError | null = null;
  const isDamaged = () => isFile && failure?.failure === "damaged";
  const health = {
    failure: () => failure,
    isFull: () => failure?.failure === "full",
    fail(error: StoreError): void {
      if (isDamaged() && error.failure !== "sync-failed") return;
      const isNews = failure?.failure !== error.failure;
      failure = error;
      if (isNews) onFailure?.(error);
    },
    recover(): void {
      if (failure === null || isDamaged()) return;
      failure = null;
      onFailure?.(null);
    },
    /** What is taken must be delivered: not promised by a store that may not give it out again. */
    assertWhole(): void {
      if (isDamaged()) throw failure;
    },
    /** Whatever the store answers says whether it is there. */
    async watch<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        const result = await work();
        // What was written may have been the last that fits: whether there is room, the probe says.
        if (!health.isFull()) health.recover();
        return result;
      } catch (error) {
        if (error instanceof StoreError && error.failure !== "closed") health.fail(error);
        throw error;
      }
    },
  };
  return health;
}
