// Rows that this worker has claimed and whose end is not recorded yet: no other takes them meanwhile, here or in another relay.

import type { ClaimedEntry } from "../store/operations/claim.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Attempt, AttemptEnd, EntryKind } from "../store/rows/outbox-entry.ts";
import { createStoreFaults, type StoreFaults, type StoreFaultsParts } from "./store-faults.ts";

export interface ClaimedRow {
  readonly claimed: ClaimedEntry;
  /** Another claim of the same row puts its own token here: the lease ran out while it was sent. */
  token: string;
}

export interface ClaimedRows extends Pick<StoreFaults, "hasFault"> {
  readonly count: () => number;
  /** The routes of the claimed rows, without the row `except`. */
  readonly routes: (except?: ClaimedRow) => ReadonlySet<string>;
  /**
   * Claims a due row that is on none of these routes; "none" where there is none. "running" where this relay is sending the row already: it
   * is not sent twice, and its result is recorded under the new claim. Rejects as the store does.
   */
  readonly claim: (except: readonly string[]) => Promise<ClaimedRow | "none" | "running">;
  /** True where it is recorded; otherwise the row is another relay's by now, or erased. */
  readonly finish: (row: ClaimedRow, attempt: Attempt, end: AttemptEnd) => Promise<boolean>;
  /** Gives a row back: it is due at once, as if it had not been claimed. */
  readonly release: (row: ClaimedRow) => Promise<void>;
  /** Renews the leases. A row whose lease is lost belongs to another relay: its result is not recorded here. */
  readonly renew: () => Promise<void>;
}

interface ClaimedRowsParts extends StoreFaultsParts {
  readonly outbox: Pick<Outbox, "claim" | "finish" | "releaseLease" | "renew">;
  readonly kinds: readonly EntryKind[];
  /** How long a lease lasts, in milliseconds; 0 where the store has one relay and leases do not end. */
  readonly leaseMs: number;
}

export function createClaimedRows(parts: ClaimedRowsParts): ClaimedRows {
  const { outbox, clock, kinds, leaseMs } = parts;
  const store = createStoreFaults(parts);
  const rows = new Map<string, ClaimedRow>();

  /** Writes with the token of the row. Another connection may claim the row before the answer is here, and then it has a new one. */
  const write = async <Result>(row: ClaimedRow, run: (id: string, token: string) => Promise<Result>) => {
    let { token } = row;
    const result = await store.untilWritten(() => {
      token = row.token;
      return run(row.claimed.entry.id, token);
    });
    return { result, isClaimedAgain: row.token !== token };
  };
  const release = async (row: ClaimedRow): Promise<void> => {
    const { isClaimedAgain } = await write(row, (id, token) => outbox.releaseLease(id, token, clock.now()));
    if (isClaimedAgain) return release(row);
    rows.delete(row.claimed.entry.id);
  };
  const finish = async (row: ClaimedRow, attempt: Attempt, end: AttemptEnd): Promise<boolean> => {
    const { result, isClaimedAgain } = await write(row, (id, token) => outbox.finish(id, token, attempt, end));
    const isRecorded = result === "recorded";
    if (isClaimedAgain && !isRecorded) return finish(row, attempt, end);
    // Once it is given back, it may be another connection's.
    if (isClaimedAgain) await release(row);
    else rows.delete(row.claimed.entry.id);
    return isRecorded;
  };

  return {
    hasFault: store.hasFault,
    count: () => rows.size,
    routes: (except) => new Set([...rows.values()].filter((row) => row !== except).map(({ claimed }) => claimed.route)),
    async claim(except) {
      const [claimed] = await store.counted(() => outbox.claim(clock.now(), 1, leaseMs, { kinds, except }));
      return claimed === undefined ? "none" : addRow(rows, claimed);
    },
    finish,
    release,
    async renew() {
      const until = clock.now() + leaseMs;
      await Promise.allSettled(
        [...rows.values()].map(({ claimed, token }) => outbox.renew(claimed.entry.id, token, until)),
      );
    },
  };
}

/** A row that this relay is sending already goes on under the new claim. */
function addRow(rows: Map<string, ClaimedRow>, claimed: ClaimedEntry): ClaimedRow | "running" {
  const { leaseToken: token } = claimed;
  const running = rows.get(claimed.entry.id);
  if (running !== undefined) {
    running.token = token;
    return "running";
  }
  const row = { claimed, token };
  rows.set(claimed.entry.id, row);
  return row;
}
