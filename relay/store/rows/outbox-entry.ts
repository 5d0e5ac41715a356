// One mail to one address, or one call to one receiver, and what became of it.
import { DAY_MS } from "../../clock.ts";
import type { RecordOf } from "./tables.ts";

export const ENTRY_KINDS = ["team", "acknowledgement", "digest", "webhook", "alert"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** How long each is tried after it is queued or released (decisions: five days, an acknowledgement 24 hours). */
export const LIFE_MS: Readonly<Record<EntryKind, number>> = {
  team: 5 * DAY_MS,
  digest: 5 * DAY_MS,
  webhook: 5 * DAY_MS,
  acknowledgement: DAY_MS,
  alert: DAY_MS,
};

/** `queued` waits for its time or is being sent; `held` waits for a person; the rest are ends, and `dead` can be retried. */
export const ENTRY_STATES = ["queued", "delivered", "dead", "held", "erased"] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** Why the store itself ended or held a mail, or what it learnt of one that was delivered. Of an attempt, its own reason is kept. */
export type StoreReason = "expired" | "damaged" | "interrupted" | "blocked" | "bounced" | "bounced-for-now";

/** Its row, as `tables.ts` describes it. */
export interface OutboxEntry
  extends Omit<RecordOf<"entries">, "kind" | "state" | "lifeMs" | "leasedAt" | "leaseUntil" | "leaseToken"> {
  readonly kind: EntryKind;
  readonly state: EntryState;
  /** Somebody is sending it. */
  readonly isLeased: boolean;
}

export interface NewEntry {
  readonly kind: Exclude<EntryKind, "digest" | "alert">;
  readonly recipient: string;
  /** `held` entries keep the time they would have had once released. */
  readonly state: "queued" | "held";
  /** Why an entry is held, where that counts apart. */
  readonly reason?: "blocked";
  /**
   * The entry is left out, not the submission, where one of these is used up: one acknowledgement per address and day. A held one spends
   * them when it is released.
   */
  readonly unlessSpent?: readonly Limit[];
}

/** At most `count` within `windowMs`, counted under a key. Keys are kept as keyed hashes only. */
export interface Limit {
  readonly key: string;
  readonly count: number;
  readonly windowMs: number;
  /** Checks the limit without counting. */
  readonly checkOnly?: boolean;
}

/** "broken-after-data": the link or the relay broke after the whole mail may have been sent; it may arrive twice. */
type AttemptOutcome = "delivered" | "deferred" | "dead" | "broken-after-data";

export interface RecordedAttempt extends Omit<RecordOf<"attempts">, "outcome"> {
  readonly outcome: AttemptOutcome;
}

export type Attempt = Omit<RecordedAttempt, "entryId" | "number">;

/** What an attempt does to its entry. */
export type AttemptEnd =
  | { readonly to: "delivered" }
  /** `recipient`: another one from now on, in place of one that refused it. */
  | { readonly to: "queued"; readonly dueAt: number; readonly reason: string; readonly recipient?: string }
  | { readonly to: "dead"; readonly reason: string };
