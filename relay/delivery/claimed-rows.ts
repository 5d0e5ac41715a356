// Rows that this worker has claimed and whose end is not recorded yet: no other takes them meanwhile, here or in another relay.

import { type JumpAwareClock, passed } from "../clock.ts";
import type { ClaimedEntry } from "../store/operations/claim.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Attempt, AttemptEnd, EntryKind } from "../store/rows/outbox-entry.ts";

export interface ClaimedRow {
  readonly claimed: ClaimedEntry;
  /** Another claim of the same row puts its own token here: the lease ran out while it was sent. */
  token: string;
}

export type ClaimedRows = ReturnType<typeof createClaimedRows>;

interface ClaimedRowsParts {
  readonly outbox: Pick<Outbox, "claim" | "finish" | "releaseLease" | "renew">;
  readonly clock: JumpAwareClock;
  readonly kinds: readonly EntryKind[];
  /** How long a lease lasts, in milliseconds; 0 where the store has one relay and leases do not end. */
  readonly leaseMs: number;
  /** Once it is aborted, a result that cannot be recorded is not tried again. */
  readonly givenUp: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

/** How often a store that takes no writes is tried again. */
export const STORE_RETRY_MS = 1000;
/** So many faults in a row mean that the store is away. A single one may pass. */
const FAULTS_IN_A_ROW = 2;

export function createClaimedRows({ outbox, clock, kinds, leaseMs, givenUp, onFault }: ClaimedRowsParts) {
  const rows = new Map<string, ClaimedRow>();
  let faults = 0;

  /** A result is kept until it is recorded: a forgotten delivery would be sent a second time. */
  const untilWritten = async <Result>(write: () => Promise<Result>): Promise<Result | null> => {
    for (let isFirst = true; ; isFirst = false)
      try {
        return await write();
      } catch (error) {
        if (isFirst) onFault(error);
        faults += 1;
        if (givenUp.aborted) return null;
        await passed(clock, STORE_RETRY_MS, givenUp);
      }
  };

  return {
    count: () => rows.size,
    /** The routes of the claimed rows, without the row `except`. */
    routes: (except?: ClaimedRow): ReadonlySet<string> =>
      new Set([...rows.values()].filter((row) => row !== except).map(({ claimed }) => claimed.route)),
    /** Whether the store gives out no rows, or does not record their results. */
    hasFault: () => faults >= FAULTS_IN_A_ROW,
    /**
     * Claims a due row that is on none of these routes; "none" where there is none. "running" where this relay is sending the row already: it
     * is not sent twice, and its result is recorded under the new claim. Rejects as the store does.
     */
    async claim(except: readonly string[]): Promise<ClaimedRow | "none" | "running"> {
      try {
        const [claimed] = await outbox.claim(clock.now(), 1, leaseMs, { kinds, except });
        faults = 0;
        if (claimed === undefined) return "none";
        const running = rows.get(claimed.entry.id);
        const row = { claimed, token: claimed.leaseToken };
        if (running === undefined) rows.set(claimed.entry.id, row);
        else running.token = row.token;
        return running === undefined ? row : "running";
      } catch (error) {
        faults += 1;
        throw error;
      }
    },
    /** True where it is recorded; otherwise the row is another relay's by now, or erased. */
    async finish(row: ClaimedRow, attempt: Attempt, end: AttemptEnd): Promise<boolean> {
      const { entry } = row.claimed;
      const result = await untilWritten(() => outbox.finish(entry.id, row.token, attempt, end));
      rows.delete(entry.id);
      return result === "recorded";
    },
    /** Gives a row back: it is due at once, as if it had not been claimed. */
    async release(row: ClaimedRow): Promise<void> {
      const { entry } = row.claimed;
      await untilWritten(() => outbox.releaseLease(entry.id, row.token, clock.now()));
      rows.delete(entry.id);
    },
    /** Renews the leases. A row whose lease is lost belongs to another relay: its result is not recorded here. */
    async renew(): Promise<void> {
      const until = clock.now() + leaseMs;
      await Promise.allSettled(
        [...rows.values()].map(({ claimed, token }) => outbox.renew(claimed.entry.id, token, until)),
      );
    },
  };
}
