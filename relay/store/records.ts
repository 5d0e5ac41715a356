// What goes into a store, and what comes out of it.
import { domainOf } from "../mail/email-address.ts";
import type { BounceReport } from "../mail/parse-bounce.ts";
import type { BlockedSender } from "../mail/sender-block.ts";
import type { NewSubmission, Submission } from "../mail/submission.ts";
import {
  ENTRY_KINDS,
  type EntryKind,
  type EntryState,
  type Limit,
  type NewEntry,
  type OutboxEntry,
  type RecordedAttempt,
} from "./outbox-entry.ts";
import type { RecordOf } from "./tables.ts";

/** All that one accepted request writes, in one transaction. */
export interface Acceptance {
  readonly submission: NewSubmission;
  readonly entries: readonly NewEntry[];
  /** The caller's `idempotency-key`; null where there is none. */
  readonly idempotencyKey: string | null;
  /** Counted for new submissions only: a repetition always gets the answer that is already there. */
  readonly limits: readonly Limit[];
}

export type AcceptResult =
  | { readonly kind: "accepted" | "repeated"; readonly id: string; readonly reference: string }
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

/** Who does it, as it is recorded, such as "command:root" or somebody's login; null for the relay itself. */
export type Actor = string | null;

/** A moment of a submission's history, oldest first. */
export interface TimelineEvent {
  readonly at: number;
  readonly entryId: string | null;
  readonly actor: Actor;
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

export interface StoredSubmission
  extends Pick<RecordOf<"submissions">, "id" | "reference" | "form" | "receivedAt" | "erasedAt"> {
  /** Null once erased, and where the row was damaged. */
  readonly submission: Submission | null;
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

export interface ErasureReceipt extends Omit<RecordOf<"receipts">, "refs" | "reason"> {
  readonly reason: "request" | "retention";
  readonly references: readonly string[];
}

/** Out of the relay's reach, and therefore part of every receipt. */
export const BEYOND_ERASURE: readonly string[] = [
  "mails that were delivered before, in the mailboxes of the team and of the visitor",
  "backups that were made before: delete them, or erase again after restoring one",
];

export type ReportedBounce = BounceReport & { readonly entryId: string };

export type BounceResult =
  | {
      readonly kind: "recorded" | "repeated";
      readonly entryId: string;
      readonly submissionId: string | null;
    }
  /** Of no acknowledgement that is still here. */
  | { readonly kind: "unknown" };

// What a relay does not send for a while, since the mail server refuses it or is away, and which mails that concerns.

export interface Pause {
  readonly kinds: readonly EntryKind[];
  /** A recipient of the team, or the domain of visitors; null for all. */
  readonly route: string | null;
  /** "away": the server does not answer. "refused": it refuses mails on this route, or of these kinds; a receiver takes no calls. */
  readonly cause: "away" | "refused";
  /** When it is tried again, in milliseconds since 1970. */
  readonly until: number;
}

/** The pause that keeps a mail from going for longest; null where none does. */
export function pauseOf(entry: OutboxEntry, pauses: readonly Pause[]): Pause | null {
  if (entry.state !== "queued") return null;
  const { kind } = entry;
  const route = kind === "acknowledgement" ? domainOf(entry.recipient) : entry.recipient.toLowerCase();
  const found = pauses.filter((pause) => pause.kinds.includes(kind) && [null, route].includes(pause.route));
  return found.sort((a, b) => b.until - a.until)[0] ?? null;
}

/** "team and digest mails to team@example.com" */
export const pausedMails = ({ kinds, route }: Pick<Pause, "kinds" | "route">): string =>
  `${kinds.join(" and ")}${route === null ? "" : ` to ${route}`}`;

// What can be counted of a store, for metrics, health and `doctor`.

export const countIn = (entries: readonly { readonly state: string; readonly count: number }[], state: string) =>
  entries.reduce((sum, one) => (one.state === state ? sum + one.count : sum), 0);

// What people decide and do that belongs to no single submission: senders to hold, and the record of who did what.

/** Lifted: null while it holds. */
export type Block = BlockedSender & Omit<RecordOf<"blocks">, "kind">;

/** Actions that belong to no submission. None names a visitor: a block is named by its id. */
export type ActionDetail =
  | { readonly type: "blocked" | "unblocked"; readonly block: string }
  | { readonly type: "exported" | "flushed"; readonly count: number }
  | { readonly type: "logged-in" | "logged-out" };
