// After a failed attempt: when to try again, or to give up. Pure: the chance in it comes from the row's id.
import { createHash } from "node:crypto";
import type { AttemptEnd, OutboxEntry } from "../store/outbox-entry.ts";
import type { FailureFacts } from "./send-failure.ts";

const MINUTE_MS = 60_000;

/** Milliseconds from each attempt to the next; the last goes on (decisions: 30 s, 2 min, 5 min, 15 min, 30 min, then hourly). */
export const RETRY_DELAYS_MS: readonly number[] = [
  30_000,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
];

/** A receiver may ask for a longer wait, up to this: an entry that waits for longer looks like one from a wrong clock. */
const LONGEST_WAIT_MS = 2 * 60 * MINUTE_MS;

/** So that what failed together does not come back together. */
const JITTER = 0.2;

/** `tries`: attempts that failed since the entry was queued, this one included. */
export function retryDelayMs(entryId: string, tries: number): number {
  const delay = RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length) - 1] ?? 0;
  return Math.round(delay * jitter(`${entryId} ${tries}`));
}

/** 0.8 to 1.2, always the same for the same seed. */
export function jitter(seed: string): number {
  const share = createHash("sha256").update(seed).digest().readUInt32BE() / 2 ** 32;
  return 1 - JITTER + 2 * JITTER * share;
}

/**
 * What a failure at `now` does to the entry, which has failed `entry.tries` times before. None is given up before it went through every
 * step of the schedule: a relay that was down for a week, or whose clock was wrong, still tries.
 */
export function afterFailure(
  entry: Pick<OutboxEntry, "id" | "tries" | "expiresAt">,
  { outcome, reason, retryAfterMs }: Pick<FailureFacts, "outcome" | "reason" | "retryAfterMs">,
  now: number,
): Exclude<AttemptEnd, { to: "delivered" }> {
  if (outcome === "dead") return { to: "dead", reason };
  const asked = Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS);
  const dueAt = now + Math.max(asked, retryDelayMs(entry.id, entry.tries + 1));
  const isOver = dueAt >= entry.expiresAt && entry.tries >= RETRY_DELAYS_MS.length;
  return isOver ? { to: "dead", reason: "expired" } : { to: "queued", dueAt, reason };
}
