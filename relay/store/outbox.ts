// The store behind one interface. Nothing depends on the memory of one process: a store that several relays share can take the place of the
// embedded one.
import type { PerForm } from "../forms/per-form.ts";
import type { BlockedSender } from "../requests/sender-block.ts";
import type { Submission } from "../requests/submission.ts";
import type { Acceptance, AcceptResult } from "./operations/accept.ts";
import type { LoggedAction } from "./operations/actions.ts";
import type { EntryRow } from "./operations/add-event.ts";
import type { Alert } from "./operations/alerts.ts";
import type { Block } from "./operations/blocks.ts";
import type { BounceResult, ReportedBounce } from "./operations/bounce.ts";
import type { ClaimedEntry, Selection } from "./operations/claim.ts";
import type { ErasureReceipt } from "./operations/erase.ts";
import type { OutboxStats } from "./operations/figures.ts";
import type { SubmissionFilter } from "./operations/filter.ts";
import type { Waiting } from "./operations/finish.ts";
import type { Page } from "./operations/list.ts";
import type { StoredSubmission, SubmissionDetails } from "./operations/look-up.ts";
import type { Target } from "./operations/move-entries.ts";
import type { OpenSubmissions } from "./operations/open-submissions.ts";
import type { ActionDetail, Actor } from "./operations/record-action.ts";
import type { SettingName } from "./rows/marks.ts";
import type { Attempt, AttemptEnd, Limit } from "./rows/outbox-entry.ts";

export { EVERYTHING } from "./operations/claim.ts";
export { BEYOND_ERASURE } from "./operations/erase.ts";

/**
 * What a method resolves with is committed and fsynced; it rejects with `StoreError` where nothing was written. `actor`: who does it, as it is
 * recorded; null, or left out, for the relay itself.
 */
export interface Outbox {
  /** Whether relays share it: a lease then ends after its time, because nobody knows whether the relay that holds it is alive. */
  readonly isShared: boolean;
  /** Asserts that commits are durable; from then on the other methods may be called. */
  open(): Promise<void>;
  accept(acceptance: Acceptance): Promise<AcceptResult>;
  /** Counts one under each limit. Where one is used up it counts none and answers until when. */
  spend(limits: readonly Limit[], now: number): Promise<{ readonly retryAfterMs: number | null }>;
  /** Due entries, oldest first, leased for `leaseMs`; of all kinds and routes where no selection is given. */
  claim(now: number, limit: number, leaseMs: number, selection?: Selection): Promise<readonly ClaimedEntry[]>;
  backup(path: string): Promise<{ readonly bytes: number }>;
  /** Writes and fsyncs something small. Rejects where the store takes no writes. */
  probe(): Promise<void>;
  close(): Promise<void>;
  /** Extends a lease; false where it is lost. */
  renew(entryId: string, leaseToken: string, until: number): Promise<boolean>;
  /** Records the attempt and moves the entry; "lost" where the lease was lost or the entry erased, and then nothing moved. */
  finish(entryId: string, leaseToken: string, attempt: Attempt, end: AttemptEnd): Promise<"recorded" | "lost">;
  /** The clock was set by so many milliseconds, and shows `now`: nothing that waits expires sooner, or waits longer, because of it. */
  adjustToClock(ms: number, now: number): Promise<void>;
  /** Gives a lease back without an attempt: nothing was sent. */
  releaseLease(entryId: string, leaseToken: string, dueAt: number): Promise<number>;
  /** Entries that wait are due at once, such as when the cause that all of them share is gone. Returns how many. */
  makeDueNow(waiting: Waiting, now: number): Promise<number>;
  /** When the next queued entry falls due or a lease ends; null where nothing waits. */
  nextDueAt(selection?: Selection): Promise<number | null>;
  /** Makes the digest entries for held submissions that no digest has reported yet; empty where there are none. */
  planDigest(recipients: readonly string[], now: number): Promise<EntryRow[]>;
  /** What a digest is about, oldest first; erased ones are left out. */
  digestItems(entryId: string): Promise<Submission[]>;
  /**
   * Compares what is wrong with what was reported last, and makes the entries of an alert where there is something to report: what is new,
   * a summary of what lasts, and what is over. Null where there is nothing.
   */
  planAlert(
    recipients: readonly string[],
    storeFailedAt: number | null,
    now: number,
    ownAddresses?: readonly string[],
  ): Promise<Alert | null>;
  /** What an alert says. */
  alertOf(entryId: string): Promise<Alert | null>;
  /** By id or reference, in any case of letters. */
  find(idOrReference: string): Promise<SubmissionDetails | null>;
  /** Newest first. */
  list(filter: SubmissionFilter, limit: number, after?: string | null): Promise<Page<StoredSubmission>>;
  /** Dead or waiting entries are due at once, with a whole life before them. Answers how many. */
  retry(target: Target, now: number, actor?: Actor): Promise<number>;
  /** The same for mails to the team that were delivered already and are needed once more. */
  resend(target: Target, now: number, actor?: Actor): Promise<number>;
  /** Held entries are queued, or left out where one of their limits is used up. Answers how many there were. */
  release(target: Target, now: number, actor?: Actor): Promise<number>;
  /** Entries for the team that are not delivered go to another address, at once. Answers how many. */
  redirect(target: Target, to: string, now: number, actor?: Actor): Promise<number>;
  /** From now on requests of this sender are held. One that is blocked already stays so. */
  block(sender: BlockedSender, now: number, actor?: Actor): Promise<Block>;
  /** By the block's id; null where none that holds has it. */
  unblock(id: string, now: number, actor?: Actor): Promise<Block | null>;
  /** Newest first, with those that were lifted. */
  blocks(): Promise<Block[]>;
  recordAction(action: ActionDetail, now: number, actor: Actor): Promise<void>;
  /** What people did, to submissions too, newest first. */
  actions(limit: number): Promise<LoggedAction[]>;
  openSubmissions(): Promise<OpenSubmissions>;
  /** Keeps with its mail that it did not arrive. One that never will keeps acknowledgements from its address for a while. */
  bounce(report: ReportedBounce, now: number): Promise<BounceResult>;
  /** Takes every trace of these submissions out of the store's files but ids, times and states; a block of the address as well. */
  erase(email: string, now: number, actor?: Actor): Promise<ErasureReceipt>;
  /**
   * Erases what reached the team longer ago than the form's retention, in days, counted from the end of its delivery. What never reached
   * the team is kept. Other requests are served meanwhile.
   */
  purge(retentionDays: PerForm<number>, now: number): Promise<ErasureReceipt | null>;
  receipts(): Promise<ErasureReceipt[]>;
  /** A text that was kept under this name; null where there is none. */
  getSetting(name: SettingName): Promise<string | null>;
  setSetting(name: SettingName, text: string): Promise<void>;
  /** The last known figures while the store does not answer, because monitoring must always get an answer. */
  stats(now: number): Promise<OutboxStats>;
}
