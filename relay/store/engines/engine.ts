// What differs between stores: a file of this relay alone, or a database that relays share. Everything else is written once over it.

import type { Clock } from "../../clock.ts";
import type { StoreError } from "../../errors.ts";
import type { Acceptance, AcceptResult } from "../operations/accept.ts";
import type { ClaimedEntry, Selection } from "../operations/claim.ts";
import type { Migrated } from "../rows/migrations.ts";
import type { RunOperation, StoreFindings } from "../rows/store.ts";

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
  /** Clears what was erased from unused parts of files. */
  emptyLog(): Promise<void>;
  bytes(): Promise<number>;
  /** Finishes all operations, then closes the files. */
  close(): Promise<void>;
}

/** What a store reports to its callers, and its clock. */
export interface OutboxOptions extends StoreFindings {
  readonly clock: Clock;
  /** The store was written by an earlier release, and has been migrated to this one's format. */
  readonly onMigrated?: (migrated: Migrated) => void;
  /** Called with the time of the database's clock, at the start and now and then. */
  readonly onTime?: (now: number) => void;
  /**
   * The store is not to be relied on, or is again (null): it takes no writes, or is damaged, which stays so. After "sync-failed" the process
   * has to end.
   */
  readonly onFailure?: (error: StoreError | null) => void;
}
