// What people decide and do that belongs to no single submission: senders to hold, and the record of who did what.
import type { BlockedSender } from "../mail/sender-block.ts";

export interface Block extends BlockedSender {
  readonly id: string;
  readonly at: number;
  readonly actor: string | null;
  /** Null while it holds. */
  readonly liftedAt: number | null;
  readonly liftedBy: string | null;
}

/** Actions that belong to no submission. None names a visitor: a block is named by its id. */
export type ActionDetail =
  | { readonly type: "blocked" | "unblocked"; readonly block: string }
  | { readonly type: "exported" | "flushed"; readonly count: number }
  | { readonly type: "backed-up" | "logged-in" | "logged-out" };

/** One thing that somebody did, to a submission or without one. */
export interface Action {
  readonly at: number;
  readonly actor: string | null;
  /** As in a submission's history ("released"), or one of `ActionDetail`. */
  readonly type: string;
  /** Null where it belongs to no submission. */
  readonly reference: string | null;
  /** What was blocked or lifted; null otherwise, and where the block is gone. */
  readonly sender: BlockedSender | null;
  /** How many rows an export had. */
  readonly count: number | null;
}

/** How many submissions are where somebody may have to do something. */
export interface OpenSubmissions {
  /** Mails for the team that wait or are being sent. */
  readonly waiting: number;
  /** Held as suspicious; those of blocked senders count apart. */
  readonly held: number;
  readonly blocked: number;
  /** Mails for the team that were given up. */
  readonly dead: number;
}
