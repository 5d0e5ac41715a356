// The store behind one interface, written once over its engine. Nothing is true because one process remembers it: a store that several relays
// share can take the place of the embedded one.
import { randomBytes } from "node:crypto";
import { StoreError } from "../errors.ts";
import type { PerForm } from "../forms/per-form.ts";
import type { BlockedSender } from "../requests/sender-block.ts";
import type { Engine, OutboxOptions } from "./engines/engine.ts";
import { createStoreHealth, type StoreHealth } from "./engines/store-health.ts";
import type { Acceptance } from "./operations/accept.ts";
import { actions } from "./operations/actions.ts";
import { alertOf, planAlert } from "./operations/alerts.ts";
import { block, blocks, unblock } from "./operations/blocks.ts";
import { bounce, type ReportedBounce } from "./operations/bounce.ts";
import type { Selection } from "./operations/claim.ts";
import { adjustToClock } from "./operations/clock-jumps.ts";
import { digestItems, planDigest } from "./operations/digest.ts";
import { type ErasureReceipt, erase, receipts } from "./operations/erase.ts";
import { figures, NO_FIGURES, type OutboxStats } from "./operations/figures.ts";
import type { SubmissionFilter } from "./operations/filter.ts";
import { finish, makeDueNow, nextDueAt, releaseLease, renew, type Waiting } from "./operations/finish.ts";
import { list } from "./operations/list.ts";
import { find } from "./operations/look-up.ts";
import { redirect, release, resend, retry, type Target } from "./operations/move-entries.ts";
import { openSubmissions } from "./operations/open-submissions.ts";
import { purgeAll } from "./operations/purge.ts";
import { type ActionDetail, type Actor, recordAction } from "./operations/record-action.ts";
import { getSetting, type SettingName, setMark, setSetting } from "./rows/marks.ts";
import type { Attempt, AttemptEnd, Limit } from "./rows/outbox-entry.ts";
import type { RunOperation } from "./rows/store.ts";

export { EVERYTHING } from "./operations/claim.ts";
export { BEYOND_ERASURE } from "./operations/erase.ts";

/** A disk that was full counts as free when a megabyte fits: a few bytes nearly always do. */
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
  let engineInUse: Engine | null = null;
  const engine = (): Engine => {
    if (engineInUse === null) throw new StoreError("closed", "the store is not open");
    return engineInUse;
  };
  const run: RunOperation = (operation, kind) => watch(async () => engine().run(operation, kind));
  let overdue = 0;
  let latest = NO_FIGURES;
  let bytes = 0;
  return {
    /** Relays share it: a lease ends after its time, since nobody knows whether the relay that holds it lives. */
    isShared,
    /** Asserts that commits are durable; from then on the other methods may be called. */
    async open(): Promise<void> {
      engineInUse = await openEngine(health);
    },
    accept: (acceptance: Acceptance) =>
      watch(async () => {
        health.assertWhole();
        return engine().accept(acceptance);
      }),
    /** Counts one under each limit. Where one is used up it counts none and answers until when. */
    async spend(limits: readonly Limit[], now: number): Promise<{ readonly retryAfterMs: number | null }> {
      const spentUntil = await run((store) => store.spend(limits, now));
      return { retryAfterMs: spentUntil === null ? null : spentUntil - now };
    },
    /** Due entries, oldest first, leased for `leaseMs`; of all kinds and routes where no selection is given. */
    claim: (now: number, limit: number, leaseMs: number, selection?: Selection) =>
      watch(async () => engine().claim(now, limit, leaseMs, selection)),
    backup: async (path: string) => engine().backup(path),
    /** Writes and fsyncs something small. Rejects where the store takes no writes. */
    async probe(): Promise<void> {
      health.assertWhole();
      const wasFull = health.isFull();
      await run(({ db }) => setMark(db, "probed", `${Date.now()} ${wasFull ? megabyte() : ""}`));
      if (wasFull) health.recover();
    },
    async close(): Promise<void> {
      const closing = engineInUse;
      engineInUse = null;
      await closing?.close();
    },

    /** Extends a lease; false where it is lost. */
    renew: (entryId: string, leaseToken: string, until: number) =>
      run((store) => renew(store, entryId, leaseToken, until)),
    /** Records the attempt and moves the entry; "lost" where the lease was lost or the entry erased, and then nothing moved. */
    finish: (entryId: string, leaseToken: string, attempt: Attempt, end: AttemptEnd) =>
      run((store) => finish(store, entryId, leaseToken, attempt, end)),
    /** The clock was set by so many milliseconds, and shows `now`: nothing that waits expires sooner, or waits longer, because of it. */
    adjustToClock: (ms: number, now: number) => run((store) => adjustToClock(store, ms, now), "long"),
    /** Gives a lease back without an attempt: nothing was sent. */
    releaseLease: (entryId: string, leaseToken: string, dueAt: number) =>
      run((store) => releaseLease(store, entryId, leaseToken, dueAt)),
    /** Entries that wait are due at once, such as when the cause that all of them share is gone. Returns how many. */
    makeDueNow: (waiting: Waiting, now: number) => run((store) => makeDueNow(store, waiting, now)),
    /** When the next queued entry falls due or a lease ends; null where nothing waits. */
    nextDueAt: (selection?: Selection) => run((store) => nextDueAt(store, selection)),

    /** Makes the digest entries for held submissions that no digest has reported yet; empty where there are none. */
    planDigest: (recipients: readonly string[], now: number) => run((store) => planDigest(store, recipients, now)),
    /** What a digest is about, oldest first; erased ones are left out. */
    digestItems: (entryId: string) => run((store) => digestItems(store, entryId)),
    /**
     * Compares what is wrong with what was reported last, and makes the entries of an alert where there is something to report: what is new,
     * a summary of what lasts, and what is over. Null where there is nothing.
     */
    planAlert: (recipients: readonly string[], storeFailedAt: number | null, now: number, own?: readonly string[]) =>
      run((store) => planAlert(store, recipients, storeFailedAt, now, own)),
    /** What an alert says. */
    alertOf: (entryId: string) => run((store) => alertOf(store, entryId)),

    /** By id or reference, in any case of letters. */
    find: (idOrReference: string) => run((store) => find(store, idOrReference)),
    /** Newest first. */
    list: (filter: SubmissionFilter, limit: number, after?: string | null) => list(run, filter, limit, after),
    /** Dead or waiting entries are due at once, with a whole life before them. Answers how many. */
    retry: (target: Target, now: number, actor?: Actor) => run((store) => retry(store, target, now, actor), "long"),
    /** The same of mails to the team that were delivered already: somebody needs them once more. */
    resend: (target: Target, now: number, actor?: Actor) => run((store) => resend(store, target, now, actor), "long"),
    /** Held entries are queued, or left out where one of their limits is used up. Answers how many there were. */
    release: (target: Target, now: number, actor?: Actor) => run((store) => release(store, target, now, actor), "long"),
    /** Entries for the team that are not delivered go to another address, at once. Answers how many. */
    redirect: (target: Target, to: string, now: number, actor?: Actor) =>
      run((store) => redirect(store, target, to, now, actor), "long"),

    /** From now on requests of this sender are held. One that is blocked already stays so. */
    block: (sender: BlockedSender, now: number, actor?: Actor) => run((store) => block(store, sender, now, actor)),
    /** By the block's id; null where none that holds has it. */
    unblock: (id: string, now: number, actor?: Actor) => run((store) => unblock(store, id, now, actor)),
    /** Newest first, with those that were lifted. */
    blocks: () => run((store) => blocks(store)),
    recordAction: (action: ActionDetail, now: number, actor: Actor) =>
      run((store) => recordAction(store, action, now, actor)),
    /** What people did, to submissions too, newest first. */
    actions: (limit: number) => run((store) => actions(store, limit), "long"),
    openSubmissions: () => run((store) => openSubmissions(store)),

    /** Keeps with its mail that it did not arrive. One that never will keeps acknowledgements from its address for a while. */
    bounce: (report: ReportedBounce, now: number) => run((store) => bounce(store, report, now)),

    /** Takes every trace of these submissions out of the store's files but ids, times and states; a block of the address as well. */
    async erase(email: string, now: number, actor: Actor = null): Promise<ErasureReceipt> {
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
    receipts: () => run((store) => receipts(store)),

    /** A text that was kept under this name; null where there is none. */
    getSetting: (name: SettingName) => run((store) => getSetting(store, name)),
    setSetting: (name: SettingName, text: string) => run((store) => setSetting(store, name, text)),

    /** The last known figures while the store does not answer: monitoring must get an answer then above all. */
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
