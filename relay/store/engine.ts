// What a store differs in: a file of this relay alone, or a database that relays share. All else is written once over it.
import type { Clock } from "../clock.ts";
import { StoreError, type StoreFailure } from "../errors.ts";
import { type Migrated, OLDEST_FORMAT } from "./migrations.ts";
import type { Acceptance, AcceptResult, ClaimedEntry, Selection } from "./records.ts";
import type { RunOperation, StoreFindings } from "./store.ts";
import { FORMAT } from "./tables.ts";

/** A store that is open. What a method resolves with is committed and fsynced; StoreError: nothing was written. */
export interface Engine {
  readonly run: RunOperation;
  accept(acceptance: Acceptance): Promise<AcceptResult>;
  /**
   * Due entries, oldest first, leased; of all kinds and routes where no selection is given. Damaged rows are set aside on the way. None is
   * given up here: that takes an attempt. A lease in a file lasts as long as the process, one in a database for `leaseMs`.
   */
  claim(now: number, limit: number, leaseMs: number, selection?: Selection): Promise<readonly ClaimedEntry[]>;
  /** Writes a consistent copy that can be opened in the store's place; answers its size in bytes. */
  backup(path: string): Promise<{ readonly bytes: number }>;
  /** Nothing that was erased is left in unused parts of files. */
  emptyLog(): Promise<void>;
  bytes(): Promise<number>;
  /** Finishes all operations, then closes the files. */
  close(): Promise<void>;
}

/** What callers of a store may hear of, and its time. */
export interface OutboxOptions extends StoreFindings {
  readonly clock: Clock;
  /** The store was of an earlier release, and is of this one from now on. */
  readonly onMigrated?: (migrated: Migrated) => void;
  /** What the clock of a database shows: at the start, and now and then. */
  readonly onTime?: (now: number) => void;
  /**
   * The store is not to be relied on, or is again (null): it takes no writes, or is damaged, which stays so. After "sync-failed" the process
   * has to end.
   */
  readonly onFailure?: (error: StoreError | null) => void;
}

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

// Whether a relay of this release can use a store, by the marks in it.

/** By their names in `meta`; of a file, its format as well. */
export type Marks = ReadonlyMap<string, string>;

/** `name`: as in "the store /data/relay.db". Throws StoreError "newer", "older", "foreign" or "moved". */
export function assertUsable(name: string, marks: Marks): void {
  assertMigratable(name, marks);
  const format = formatOf(marks);
  if (format < FORMAT)
    throw new StoreError(
      "older",
      `${name} was written by an earlier release of the relay (${format}; this one writes ${FORMAT})`,
    );
}

export const formatOf = (marks: Marks): number => Number(marks.get("format") ?? 0);

/** One of an earlier release is usable once it is migrated. Throws StoreError "newer", "foreign" or "moved". */
export function assertMigratable(name: string, marks: Marks): void {
  const format = formatOf(marks);
  const refuse = (failure: StoreFailure, why: string): never => {
    throw new StoreError(failure, `${name} ${why}`);
  };
  // A later release says from which format on relays can use what it has added to.
  if (Number(marks.get("runs-with") ?? format) > FORMAT)
    refuse("newer", `was written by a later version of the relay (${format}; this one knows ${FORMAT})`);
  if (format < OLDEST_FORMAT) refuse("foreign", "was not made by a released version of the relay");
  if (!marks.has("secret")) refuse("foreign", "lacks the secret that its hashes depend on");
  if (marks.has("moved")) refuse("moved", `was moved to ${marks.get("moved")}, and is no longer used`);
}
