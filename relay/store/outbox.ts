// The store behind one interface, written once over its engine. Nothing is true because one process remembers it: a store that several relays
// share can take the place of the embedded one.
import { randomBytes } from "node:crypto";
import { StoreError } from "../errors.ts";
import type { PerForm } from "../forms/per-form.ts";
import type { Engine, OutboxOptions } from "./engines/engine.ts";
import { createStoreHealth, type StoreHealth } from "./engines/store-health.ts";
import type { Acceptance } from "./operations/accept.ts";
import { actions } from "./operations/actions.ts";
import { alertOf, planAlert } from "./operations/alerts.ts";
import { block, blocks, unblock } from "./operations/blocks.ts";
import { bounce } from "./operations/bounce.ts";
import { adjustToClock } from "./operations/clock-jumps.ts";
import { digestItems, planDigest } from "./operations/digest.ts";
import { type ErasureReceipt, erase, receipts } from "./operations/erase.ts";
import { figures, NO_FIGURES, type OutboxStats } from "./operations/figures.ts";
import type { SubmissionFilter } from "./operations/filter.ts";
import { finish, makeDueNow, nextDueAt, releaseLease, renew } from "./operations/finish.ts";
import { list } from "./operations/list.ts";
import { find } from "./operations/look-up.ts";
import { redirect, release, resend, retry } from "./operations/move-entries.ts";
import { openSubmissions } from "./operations/open-submissions.ts";
import { purgeAll } from "./operations/purge.ts";
import { record } from "./operations/record-action.ts";
import { getSetting, setMark, setSetting } from "./rows/marks.ts";
import type { Limit } from "./rows/outbox-entry.ts";
import type { MaybePromise } from "./rows/sql.ts";
import type { RunOperation, Store } from "./rows/store.ts";

export { EVERYTHING } from "./operations/claim.ts";
export { BEYOND_ERASURE } from "./operations/erase.ts";

/** A disk that was full has room again when a megabyte fits: a few bytes nearly always do. */
const megabyte = () => randomBytes(750_000).toString("base64");

export type Outbox = ReturnType<typeof createOutboxOn>;

/**
 * What a method resolves with is committed and fsynced; it rejects with `StoreError` where nothing was written. `actor`: who does it, as it is
 * recorded; null, or left out, for the relay itself.
 */
export function createOutboxOn(
  openEngine: (health: StoreHealth) => Promise<Engine>,
  { onFailure }: OutboxOptions,
  isShared: boolean,
) {
  const health = createStoreHealth(onFailure, !isShared);
  const { watch } = health;
  let opened: Engine | null = null;
  const engine = (): Engine => {
    if (opened === null) throw new StoreError("closed", "the store is not open");
    return opened;
  };
  const run: RunOperation = (operation, kind) => watch(async () => engine().run(operation, kind));
  /** An operation as a method: in a transaction. */
  const as =
    (kind?: "long") =>
    <Given extends unknown[], Result>(operation: (store: Store, ...given: Given) => MaybePromise<Result>) =>
    (...given: Given): Promise<Result> =>
      run((store) => operation(store, ...given), kind);
  const [method, long] = [as(), as("long")];
  let overdue = 0;
  let latest = NO_FIGURES;
  let bytes = 0;
  return {
    /** Relays share it: a lease ends after its time, since nobody knows whether the relay that holds it lives. */
    isShared,
    /** Asserts that commits are durable; from then on the other methods may be called. */
    async open(): Promise<void> {
      opened = await openEngine(health);
    },
    accept: (acceptance: Acceptance) =>
      watch(async () => {
        health.assertWhole();
        return engine().accept(acceptance);
      }),
    /** Counts one under each limit, or none where one is used up: then, until when. */
    async spend(limits: readonly Limit[], now: number): Promise<{ readonly retryAfterMs: number | null }> {
      const spentUntil = await run((store) => store.take(limits, now));
      return { retryAfterMs: spentUntil === null ? null : spentUntil - now };
    },
    claim: (...given: Parameters<Engine["claim"]>) => watch(async () => engine().claim(...given)),
    backup: async (path: string) => engine().backup(path),
    /** Writes and fsyncs something small. Rejects where the store takes no writes. */
    async probe(): Promise<void> {
      health.assertWhole();
      const wasFull = health.isFull();
      await run(({ db }) => setMark(db, "probed", `${Date.now()} ${wasFull ? megabyte() : ""}`));
      if (wasFull) health.recover();
    },
    async close(): Promise<void> {
      const closing = opened;
      opened = null;
      await closing?.close();
    },

    /** Has a lease last until then; false where it is lost. */
    renew: method(renew),
    /** Records the attempt and moves the entry; "lost" where the lease was lost or the entry erased, and then nothing moved. */
    finish: method(finish),
    /** The clock was set by so many milliseconds, and shows `now`: nothing that waits expires sooner, or waits longer, because of it. */
    adjustToClock: long(adjustToClock),
    /** Gives a lease back without an attempt: nothing was sent. */
    releaseLease: method(releaseLease),
    /** Entries that wait are due at once, such as when the cause that all of them share is gone. Returns how many. */
    makeDueNow: method(makeDueNow),
    /** When the next queued entry falls due or a lease ends; null where nothing waits. */
    nextDueAt: method(nextDueAt),

    /** Makes the digest entries for held submissions that no digest has reported yet; empty where there are none. */
    planDigest: method(planDigest),
    /** What a digest is about, oldest first; erased ones are left out. */
    digestItems: method(digestItems),
    /**
     * Compares what is wrong with what was reported last, and makes the entries of an alert where there is something to report: what is new,
     * a summary of what lasts, and what is over. Null where there is nothing.
     */
    planAlert: method(planAlert),
    /** What an alert says. */
    alertOf: method(alertOf),

    /** By id or reference, in any case of letters. */
    find: method(find),
    /** Newest first. */
    list: (filter: SubmissionFilter, limit: number, after?: string | null) => list(run, filter, limit, after),
    /** Dead or waiting entries are due at once, with a whole life before them. Answers how many. */
    retry: long(retry),
    /** The same of mails to the team that were delivered already: somebody needs them once more. */
    resend: long(resend),
    /** Held entries are queued, or left out where one of their limits is used up. Answers how many there were. */
    release: long(release),
    /** Entries for the team that are not delivered go to another address, at once. Answers how many. */
    redirect: long(redirect),

    /** From now on requests of this sender are held. One that is blocked already stays so. */
    block: method(block),
    /** By the block's id; null where none that holds has it. */
    unblock: method(unblock),
    /** Newest first, with those that were lifted. */
    blocks: method(blocks),
    record: method(record),
    /** What people did, newest first, from before `before` on. Actions of one moment come together, also where they are more than `limit`. */
    actions: long(actions),
    openSubmissions: method(openSubmissions),

    /** Keeps with its mail that it did not arrive. One that never will keeps acknowledgements from its address for a while. */
    bounce: method(bounce),

    /** Takes every trace of these submissions out of the store's files but ids, times and states; a block of the address as well. */
    async erase(email: string, now: number, actor: string | null = null): Promise<ErasureReceipt> {
      const receipt = await run((store) => erase(store, email, now, actor), "long");
      await engine().emptyLog();
      return receipt;
    },
    /**
     * Erases what reached the team longer ago than the form's retention, in days, counted from the end of its delivery. What never reached
     * the team is kept. Other requests are served meanwhile.
     */
    async purge(retentionDays: PerForm<number>, now: number): Promise<ErasureReceipt | null> {
      const purged = await purgeAll((operation) => run(operation, "long"), retentionDays, now);
      overdue = purged.overdue;
      if (purged.receipt !== null) await engine().emptyLog();
      return purged.receipt;
    },
    receipts: method(receipts),

    /** A text that was kept under this name; null where there is none. */
    getSetting: method(getSetting),
    setSetting: method(setSetting),

    /** While the store does not answer, what it said last: those who watch the relay must get an answer then above all. */
    async stats(now: number): Promise<OutboxStats> {
      try {
        latest = await run((store) => figures(store, now));
        bytes = await engine().bytes();
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
      return { ...latest, bytes, overdue, writable: health.failure() === null };
    },
  };
}
