// What came of sending a mail → the attempt that is recorded, what becomes of the entry, and what it says of the server.

import type { RelayEvent } from "../observe/relay-event.ts";
import type { ClaimedEntry } from "../store/operations/claim.ts";
import type { Attempt, AttemptEnd } from "../store/rows/outbox-entry.ts";
import { RETRY_DELAYS_MS, retryDelayMs } from "./retry-schedule.ts";
import type { SendResult } from "./send-result.ts";
import type { FailureReason } from "./transports/failure-reason.ts";
import type { Failure } from "./transports/send-failure.ts";
import { parseReply } from "./transports/smtp-reply.ts";

type Entry = Pick<ClaimedEntry["entry"], "id" | "recipient" | "tries" | "expiresAt">;

/** Refusals that concern the mailbox. */
const REFUSED_BY_MAILBOX: readonly FailureReason[] = ["mailbox-unknown", "address-refused", "international-address"];

/** `fallback`: who gets what a mailbox of the team refused; null for nobody. */
export function outcomeOf(
  { delivered, failure }: SendResult,
  entry: Entry,
  times: { readonly startedAt: number; readonly endedAt: number },
  fallback: string | null = null,
): [Attempt, AttemptEnd] {
  if (failure === null) {
    const { reply, queueId } = delivered;
    const { code: smtpCode, enhancedCode } = parseReply(reply);
    const attempt: Attempt = { ...times, outcome: "delivered", reason: null, smtpCode, enhancedCode, reply, queueId };
    return [attempt, { to: "delivered" }];
  }
  const { outcome, reason, smtpCode, enhancedCode, reply } = failure;
  const attempt: Attempt = { ...times, outcome, reason, smtpCode, enhancedCode, reply, queueId: null };
  if (fallback !== null && mayFallBack(entry, failure, fallback))
    return [attempt, { to: "queued", dueAt: times.endedAt, reason, recipient: fallback }];
  return [attempt, afterFailure(entry, failure, times.endedAt)];
}

/** What is reported of an attempt that is recorded. `ms`: how long it took. */
export function eventsOf(
  { entry }: ClaimedEntry,
  { outcome, smtpCode, enhancedCode, reason, endedAt }: Attempt,
  end: AttemptEnd,
  ms: number,
): RelayEvent[] {
  const { id: entryId, submissionId, kind } = entry;
  const number = entry.attempts + 1;
  const sinceAcceptedMs = endedAt - entry.createdAt;
  const attempted: RelayEvent = {
    type: "attempted",
    entryId,
    submissionId,
    kind,
    number,
    outcome,
    smtpCode,
    enhancedCode,
    reason,
    ms,
    sinceAcceptedMs,
    isLast: end.to !== "queued",
  };
  if (end.to === "dead")
    return [attempted, { type: "dead", entryId, submissionId, kind, reason: end.reason, attempts: number }];
  if (end.to !== "queued" || end.recipient === undefined) return [attempted];
  return [attempted, { type: "fell-back", entryId, submissionId, kind, reason: end.reason }];
}

/** The fallback gets a mail once: what it refuses is given up. It does not wait for a full mailbox to be emptied. */
function mayFallBack({ recipient }: Entry, facts: Failure, fallback: string): boolean {
  const { outcome, reason, smtpCode } = facts;
  const isFull = reason === "mailbox-full" && (smtpCode ?? 0) >= 500;
  const isRefused = (outcome === "dead" && REFUSED_BY_MAILBOX.includes(reason)) || isFull;
  return isRefused && recipient.toLowerCase() !== fallback.toLowerCase();
}

/** Failures that end for every row when the server recovers. */
export const ENDING_TOGETHER: readonly FailureReason[] = [
  "unreachable",
  "dns",
  "timeout",
  "cut-off",
  "tls",
  "login",
  "protocol",
  "server-busy",
  "sender-refused",
  "server-refused",
  "relaying-denied",
  "maildir",
  "receiver-failed",
  "redirected",
];

/**
 * What a failure at `now` does to the entry, which has failed `entry.tries` times before. An entry is given up only after every step of the
 * schedule: a relay that was down for a week, or whose clock was wrong, still tries.
 */
function afterFailure(entry: Entry, { outcome, reason }: Failure, now: number): AttemptEnd {
  if (outcome === "dead") return { to: "dead", reason };
  const dueAt = now + retryDelayMs(entry.id, entry.tries + 1);
  const isOver = dueAt >= entry.expiresAt && entry.tries >= RETRY_DELAYS_MS.length;
  return isOver ? { to: "dead", reason: "expired" } : { to: "queued", dueAt, reason };
}
