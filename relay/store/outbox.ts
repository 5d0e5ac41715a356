// The store behind one interface, written once over its engine. Nothing is true because one process remembers it: a store that several relays
// share can take the place of the embedded one.
import type { PerForm } from "../config/values.ts";
import { StoreError } from "../errors.ts";
import type { BlockedSender } from "../mail/sender-block.ts";
import { alertOf, digestItems, planAlert, planDigest } from "./alerts.ts";
import { actions, block, blocks, openSubmissions, record, unblock } from "./blocks.ts";
import { bounce, bounceProof, redirect, release, resend, retry } from "./command.ts";
import { adjustToClock, finish, type HeldLease, makeDueNow, nextDueAt, releaseLeases, renew } from "./deliver.ts";
import type { Engine } from "./engine.ts";
import { erase, purgeAll, receipts } from "./erase.ts";
import { figures, find, list, NO_FIGURES } from "./look-up.ts";
import type { Attempt, AttemptEnd } from "./outbox-entry.ts";
import type {
  ActionDetail,
  AlertPlan,
  DigestPlan,
  ErasureReceipt,
  LimitsOf,
  OutboxStats,
  ReportedBounce,
  Selection,
  SubmissionFilter,
  Target,
  Waiting,
} from "./records.ts";
import { getSetting, type SettingName, setSetting } from "./rows.ts";
import { search } from "./search.ts";

export type * from "./records.ts";
export { BEYOND_ERASURE, EVERYTHING } from "./records.ts";

export type Outbox = ReturnType<typeof createOutboxOn>;

/** Who does it, as it is recorded; null for the relay itself. */
type Actor = string | null;

/** Rejects with `StoreError` (relay/errors.ts) where nothing was written. What a method resolves with is committed and fsynced. */
export function createOutboxOn(engine: Engine) {
  const { run } = engine;
  let overdue = 0;
  let latest = NO_FIGURES;
  let bytes = 0;
  return {
    isShared: engine.isShared,
    open: engine.open,
    accept: engine.accept,
    spend: engine.spend,
    claim: engine.claim,
    backup: engine.backup,
    probe: engine.probe,
    close: engine.close,

    /** Has a lease last until then; false where it is lost. */
    renew: (entryId: string, leaseToken: string, until: number) =>
      run((store) => renew(store, entryId, leaseToken, until), "single"),
    /** Records the attempt and moves the entry; "lost" where the lease was lost or the entry erased, and then nothing moved. */
    finish: (entryId: string, leaseToken: string, attempt: Attempt, end: AttemptEnd) =>
      run((store) => finish(store, entryId, leaseToken, attempt, end)),
    /** The clock was set by so many milliseconds, and shows `now`: nothing that waits expires sooner, or waits longer, because of it. */
    adjustToClock: (ms: number, now: number) => run((store) => adjustToClock(store, ms, now), "long"),
    /** Gives leases back without an attempt: nothing was sent. */
    releaseLeases: (leases: readonly HeldLease[]) => run((store) => releaseLeases(store, leases)),
    /** Entries that wait are due at once, such as when the cause that all of them share is gone. Returns how many. */
    makeDueNow: (waiting: Waiting, now: number) => run((store) => makeDueNow(store, waiting, now), "single"),
    /** When the next queued entry falls due or a lease ends; null where nothing waits. */
    nextDueAt: (selection?: Selection) => run((store) => nextDueAt(store, selection), "single"),

    /** Makes the digest entries for held submissions that no digest has reported yet; empty where there are none. */
    planDigest: (plan: DigestPlan, now: number) => run((store) => planDigest(store, plan, now)),
    /** What a digest is about, oldest first; erased ones are left out. */
    digestItems: (entryId: string) => run((store) => digestItems(store, entryId)),
    /**
     * Compares what is wrong with what was reported last, and makes the entries of an alert where there is something to report: what is new,
     * a summary of what lasts, and what is over. Null where there is nothing.
     */
    planAlert: (plan: AlertPlan, now: number) => run((store) => planAlert(store, plan, now)),
    /** What an alert says. */
    alertOf: (entryId: string) => run((store) => alertOf(store, entryId)),

    /** By id or reference, in any case of letters. */
    find: (idOrReference: string) => run((store) => find(store, idOrReference)),
    /** Newest first. */
    list: ({ search: words, ...filter }: SubmissionFilter, limit: number, after: string | null = null) =>
      words === undefined
        ? run((store) => list(store, filter, limit, after), "long")
        : search((operation) => run(operation, "long"), words, filter, limit, after),
    /** Dead or waiting entries are due at once, with a whole life before them. Answers how many. */
    retry: (target: Target, now: number, actor: Actor = null) =>
      run((store) => retry(store, target, now, actor), "long"),
    /** The same of mails to the team that were delivered already: somebody needs them once more. */
    resend: (target: Target, now: number, actor: Actor = null) =>
      run((store) => resend(store, target, now, actor), "long"),
    /** Held entries are queued, or left out where one of their limits is used up. Answers how many there were. */
    release: (target: Target, now: number, limitsOf: LimitsOf, actor: Actor = null) =>
      run((store) => release(store, target, now, limitsOf, actor), "long"),
    /** Entries for the team that are not delivered go to another address, at once. Answers how many. */
    redirect: (target: Target, to: string, now: number, actor: Actor = null) =>
      run((store) => redirect(store, target, to, now, actor), "long"),

    /** From now on requests of this sender are held. One that is blocked already stays so. */
    block: (sender: BlockedSender, now: number, actor: Actor = null) =>
      run((store) => block(store, sender, now, actor)),
    /** By the block's id; null where none that holds has it. */
    unblock: (id: string, now: number, actor: Actor = null) => run((store) => unblock(store, id, now, actor)),
    /** Newest first, with those that were lifted. */
    blocks: () => run(blocks),
    record: (action: ActionDetail, now: number, actor: Actor) => run((store) => record(store, action, now, actor)),
    /** What people did, newest first, from before `before` on. Actions of one moment come together, also where they are more than `limit`. */
    actions: (limit: number, before: number | null = null) => run((store) => actions(store, limit, before), "long"),
    openSubmissions: () => run(openSubmissions),

    /** A keyed hash of an entry's id: by it a bounce proves which mail it is about. */
    bounceProof: (entryId: string) => run((store) => bounceProof(store, entryId), "single"),
    /** Keeps with its mail that it did not arrive. One that never will spends what `limitsOf` says of its address. */
    bounce: (report: ReportedBounce, now: number, limitsOf: LimitsOf) =>
      run((store) => bounce(store, report, now, limitsOf)),

    /** Takes every trace of these submissions out of the store's files but ids, times and states; a block of the address as well. */
    async erase(email: string, now: number, actor: Actor = null): Promise<ErasureReceipt> {
      const receipt = await run((store) => erase(store, email, now, actor), "long");
      await engine.emptyLog();
      return receipt;
    },
    /**
     * Erases what reached the team longer ago than the form's retention, in days, counted from the end of its delivery. What never reached
     * the team is kept. Other requests are served meanwhile.
     */
    async purge(retentionDays: PerForm<number>, now: number): Promise<ErasureReceipt | null> {
      const purged = await purgeAll((operation) => run(operation, "long"), retentionDays, now);
      overdue = purged.overdue;
      if (purged.receipt !== null) await engine.emptyLog();
      return purged.receipt;
    },
    receipts: () => run(receipts),

    /** A text that was kept under this name; null where there is none. */
    getSetting: (name: SettingName) => run((store) => getSetting(store, name)),
    setSetting: (name: SettingName, text: string) => run((store) => setSetting(store, name, text)),

    /** While the store does not answer, what it said last: those who watch the relay must get an answer then above all. */
    async stats(now: number): Promise<OutboxStats> {
      try {
        latest = await run((store) => figures(store, now));
        bytes = await engine.bytes();
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
      }
      return { ...latest, bytes, overdue, writable: engine.isWritable() };
    },
  };
}
