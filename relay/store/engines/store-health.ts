import { StoreError } from "../../errors.ts";
import type { OutboxOptions } from "./engine.ts";

/** Whether the store can be relied on. */
export interface StoreHealth {
  readonly failure: () => StoreError | null;
  readonly isFull: () => boolean;
  fail(error: StoreError): void;
  recover(): void;
  /** Throws where the store is damaged: what is accepted must be delivered, and rows may be unreadable. */
  assertWhole(): void;
  /** Runs work on the store, whose result shows whether the store works. */
  watch<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Callers hear of each change once. A damaged file stays so, whatever else happens. */
export function createStoreHealth(onFailure: OutboxOptions["onFailure"], isFile: boolean): StoreHealth {
  let failure: StoreError | null = null;
  const isDamaged = () => isFile && failure?.failure === "damaged";
  const health: StoreHealth = {
    failure: () => failure,
    isFull: () => failure?.failure === "full",
    fail(error) {
      if (isDamaged() && error.failure !== "sync-failed") return;
      const isNews = failure?.failure !== error.failure;
      failure = error;
      if (isNews) onFailure?.(error);
    },
    recover() {
      if (failure === null || isDamaged()) return;
      failure = null;
      onFailure?.(null);
    },
    assertWhole() {
      if (isDamaged()) throw failure;
    },
    async watch(work) {
      try {
        const result = await work();
        // This may have been the last write that fits. The probe shows whether there is room.
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
