// The store behind one interface. Every method is asynchronous, claims are leases with an end, and nothing is true because one
// process remembers it: a store that several relays share can take the place of the embedded one.
import type { PerForm } from "../config/values.ts";
import type { Alert } from "../message/alert.ts";
import type { BlockedSender } from "../message/sender-block.ts";
import type { NewSubmission, Submission } from "../message/submission.ts";
import type { Action, ActionDetail, Block, OpenSubmissions } from "./block.ts";
import type { KeptName } from "./operations/keep.ts";
import {
  type Attempt,
  type AttemptEnd,
  ENTRY_KINDS,
  type EntryKind,
  type EntryState,
  type Limit,
  type NewEntry,
  type OutboxEntry,
  type RecordedAttempt,
} from "./outbox-entry.ts";
import type { OutboxStats } from "./outbox-stats.ts";

/** All that one accepted request writes, in one transaction. */
export interface Acceptance {
  readonly submission: NewSubmission;
  readonly entries: readonly NewEntry[];
  /** The caller's `idempotency-key`; null where there is none, and equal requests within `repeatWindowMs` are one. */
  readonly idempotencyKey: string | null;
  /** Ten minutes: a double click, a second try after a lost answer. */
  readonly repeatWindowMs: number;
  /** How long a key is remembered. */
  readonly keyLifeMs: number;
  /** Counted for new submissions only: a repetition always gets the answer that is already there. */
  readonly limits: readonly Limit[];
}

export type AcceptResult =
  | {
      readonly kind: "accepted" | "repeated";
      readonly id: string;
      readonly reference: string;
      readonly isHeld: boolean;
    }
  /** The key was used with another body. */
  | { readonly kind: "conflict" }
  | { readonly kind: "limited"; readonly retryAfterMs: number };

export interface ClaimedEntry {
  readonly entry: OutboxEntry;
  /** Null for a digest or an alert. */
  readonly submission: Submission | null;
  /** Mails with the same route meet the same fate at a mail server: one recipient of the team, or one domain of visitors. */
  readonly route: string;
  /** Proves at the end that the lease was not lost in between. */
  readonly leaseToken: string;
}

/** Which entries a worker claims. */
export interface Selection {
  readonly kinds: readonly EntryKind[];
  /** Routes to leave out. */
  readonly except: readonly string[];
}

export const EVERYTHING: Selection = { kinds: ENTRY_KINDS, except: [] };

/** Entries that wait because of one of these reasons, or whatever the reason; on one route, or of one form, or all. */
export interface Waiting {
  readonly reasons: readonly string[] | null;
  readonly kinds: readonly EntryKind[];
  readonly route: string | null;
  readonly form?: string;
}

/** A moment of a submission's history, oldest first. */
export interface TimelineEvent {
  readonly at: number;
  readonly entryId: string | null;
  /** Who did it, such as "command:root" or somebody's login; null for the relay itself. */
  readonly actor: string | null;
  readonly what:
    | { readonly type: "accepted"; readonly held: boolean; readonly score: number; readonly reasons: readonly string[] }
    /** A mail that was left out, such as a second acknowledgement on one day. */
    | { readonly type: "left-out"; readonly kind: EntryKind; readonly reason: string }
    | { readonly type: "attempted"; readonly attempt: RecordedAttempt }
    | { readonly type: "expired" | "retried" | "resent" | "released" | "erased" | "quarantined" | "redated" }
    /** The mail was delivered to a server, and a report says that it did not arrive. */
    | {
        readonly type: "bounced";
        readonly permanent: boolean;
        readonly status: string | null;
        readonly diagnostic: string | null;
      }
    /** By a person; or, "fell-back", since the recipient refused it. */
    | { readonly type: "redirected" | "fell-back"; readonly from: string; readonly to: string };
}

export interface StoredSubmission {
  readonly id: string;
  readonly reference: string;
  readonly form: string;
  readonly receivedAt: number;
  /** Null once erased, and where the row was damaged. */
  readonly submission: Submission | null;
  readonly erasedAt: number | null;
  readonly entries: readonly OutboxEntry[];
}

export interface SubmissionDetails extends StoredSubmission {
  readonly timeline: readonly TimelineEvent[];
}

export interface SubmissionFilter {
  /** Submissions with an entry in this state. */
  readonly state?: EntryState;
  readonly form?: string;
  /** The visitor's address, compared without regard to case. */
  readonly email?: string;
  readonly receivedFrom?: number;
  readonly receivedBefore?: number;
  /** Words that are all in it, in any field, without regard to case and accents; its reference; a phone number however it is written. */
  readonly search?: string;
  /** Submissions with a mail that is held for this. */
  readonly heldFor?: "suspicion" | "blocked";
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** To be given as `after` for the next page; null at the end. */
  readonly next: string | null;
}

/** The target of a command: submissions by id or reference, or single entries by id; or all in a state. */
export type Target = { readonly ids: readonly string[] } | { readonly state: EntryState; readonly form?: string };

/** What an entry spends when it is queued (`NewEntry.unlessSpent`). */
export type LimitsOf = (entry: Pick<OutboxEntry, "kind" | "recipient">) => readonly Limit[];

export interface ErasureReceipt {
  readonly id: string;
  readonly at: number;
  readonly reason: "request" | "retention";
  readonly submissions: number;
  readonly entries: number;
  readonly references: readonly string[];
}

/** Out of the relay's reach, and therefore part of every receipt. */
export const BEYOND_ERASURE: readonly string[] = [
  "mails that were delivered before, in the mailboxes of the team and of the visitor",
  "backups that were made before: delete them, or erase again after restoring one",
];

export interface ReportedBounce {
  readonly entryId: string;
  /** As `bounceProof` gave it out; null where the caller's word is enough. */
  readonly proof: string | null;
  readonly isPermanent: boolean;
  readonly status: string | null;
  readonly diagnostic: string | null;
}

export type BounceResult =
  | {
      readonly kind: "recorded" | "repeated";
      readonly entryId: string;
      readonly submissionId: string | null;
    }
  /** Of no acknowledgement that is still here. */
  | { readonly kind: "unknown" };

export interface DigestPlan {
  readonly recipients: readonly string[];
  readonly lifeMs: number;
  /** No second digest to the same address within this time. */
  readonly everyMs: number;
}

export interface AlertPlan {
  /** Addresses and receivers. */
  readonly recipients: readonly string[];
  readonly lifeMs: number;
  /** Since when the store took no writes, where this was reported and is over now. */
  readonly storeFailedAt: number | null;
}

/**
 * Rejects with `StoreError` (relay/errors.ts) where nothing was written. What a method resolves with is committed and fsynced.
 */
export interface Outbox {
  /** Opens, migrates and asserts that commits are durable; from then on the other methods may be called. */
  open(): Promise<void>;
  accept(acceptance: Acceptance): Promise<AcceptResult>;
  /** Counts one under each limit, or none where one is used up. Kept across restarts, within a second. */
  spend(limits: readonly Limit[], now: number): Promise<{ readonly retryAfterMs: number | null }>;

  /**
   * Due entries, oldest first, leased until `now + leaseMs`; of all kinds and routes where no selection is given. Entries dated in the
   * future are due as well. Damaged rows are set aside on the way. None is given up here: that takes an attempt.
   */
  claim(now: number, limit: number, leaseMs: number, selection?: Selection): Promise<readonly ClaimedEntry[]>;
  /** Lengthens a lease; false where it is lost. */
  renew(entryId: string, leaseToken: string, leaseUntil: number): Promise<boolean>;
  /** Records the attempt and moves the entry; "lost" where the lease was lost or the entry erased, and then nothing moved. */
  finish(entryId: string, leaseToken: string, attempt: Attempt, end: AttemptEnd): Promise<"recorded" | "lost">;
  /** Gives leases back without an attempt: nothing was sent. */
  giveBack(
    leases: readonly { readonly entryId: string; readonly leaseToken: string; readonly dueAt: number }[],
  ): Promise<void>;
  /** Entries that wait are due at once, such as when the cause that all of them share is gone. Returns how many. */
  hasten(waiting: Waiting, now: number): Promise<number>;
  /** When the next queued entry falls due or a lease ends; null where nothing waits. */
  nextDueAt(selection?: Selection): Promise<number | null>;
  /** What waits lives so much longer: the clock was set forward, and that time did not pass. */
  lengthen(ms: number): Promise<void>;

  /** Makes the digest entries for held submissions that no digest has reported yet; empty where there are none. */
  planDigest(plan: DigestPlan, now: number): Promise<readonly OutboxEntry[]>;
  /** What a digest is about, oldest first; erased ones are left out. */
  digestItems(entryId: string): Promise<readonly Submission[]>;

  /**
   * Compares what is wrong with what was reported last, and makes the entries of an alert where there is something to report: what is new,
   * a summary of what lasts, and what is over. Null where there is nothing.
   */
  planAlert(plan: AlertPlan, now: number): Promise<Alert | null>;
  /** What an alert says. */
  alertOf(entryId: string): Promise<Alert | null>;

  /** By id or reference, in any case of letters. */
  find(idOrReference: string): Promise<SubmissionDetails | null>;
  /** Newest first. */
  list(filter: SubmissionFilter, limit: number, after?: string | null): Promise<Page<StoredSubmission>>;
  /** Dead or waiting entries are due at once, with a whole life before them. Answers how many. */
  retry(target: Target, now: number, actor?: string | null): Promise<number>;
  /** The same of mails to the team that were delivered already: somebody needs them once more. */
  resend(target: Target, now: number, actor?: string | null): Promise<number>;
  /** Held entries are queued, or left out where one of their limits is used up. Answers how many there were. */
  release(target: Target, now: number, limitsOf: LimitsOf, actor?: string | null): Promise<number>;
  /** Entries for the team that are not delivered go to another address, at once. Answers how many. */
  redirect(target: Target, to: string, now: number, actor?: string | null): Promise<number>;

  /** From now on requests of this sender are held. One that is blocked already stays so. */
  block(sender: BlockedSender, now: number, actor?: string | null): Promise<Block>;
  /** By the block's id; null where none that holds has it. */
  unblock(id: string, now: number, actor?: string | null): Promise<Block | null>;
  /** Newest first, with those that were lifted. */
  blocks(): Promise<readonly Block[]>;
  record(action: ActionDetail, now: number, actor: string | null): Promise<void>;
  /** What people did, newest first, from before `before` on. Actions of one moment come together, also where they are more than `limit`. */
  actions(limit: number, before?: number | null): Promise<readonly Action[]>;
  openSubmissions(): Promise<OpenSubmissions>;
  /** How many submissions were received from each of these moments until the next one. */
  countBetween(moments: readonly number[]): Promise<readonly number[]>;

  /** A keyed hash of an entry's id: by it a bounce proves which mail it is about. */
  bounceProof(entryId: string): Promise<string>;
  /** Keeps with its mail that it did not arrive. One that never will spends what `limitsOf` says of its address. */
  bounce(bounce: ReportedBounce, now: number, limitsOf: LimitsOf): Promise<BounceResult>;

  /** Takes every trace of these submissions out of the store's files but ids, times and states; a block of the address as well. */
  erase(email: string, now: number, actor?: string | null): Promise<ErasureReceipt>;
  /**
   * Erases what reached the team longer ago than the form's retention, in days, counted from the end of its delivery. What never reached
   * the team is kept. Other requests are served meanwhile.
   */
  purge(retentionDays: PerForm<number>, now: number): Promise<ErasureReceipt | null>;
  receipts(): Promise<readonly ErasureReceipt[]>;
  /** Writes a consistent copy that can be opened in the store's place; answers its size in bytes. */
  backup(path: string): Promise<{ readonly bytes: number }>;

  /** A text that was kept under this name; null where there is none. */
  kept(name: KeptName): Promise<string | null>;
  keep(name: KeptName, text: string): Promise<void>;

  stats(now: number): Promise<OutboxStats>;
  /** Writes and fsyncs something small. Rejects where the store takes no writes. */
  probe(): Promise<{ readonly fsyncMs: number }>;
  /** Finishes all operations, then closes the files. */
  close(): Promise<void>;
}
