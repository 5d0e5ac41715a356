// After a failed attempt: when to try again, or to give up. Pure: the chance in it comes from the row's id.
import { createHash } from "node:crypto";

const MINUTE_MS = 60_000;

/** Milliseconds from each attempt to the next; the last one is repeated (30 s, 2 min, 5 min, 15 min, 30 min, then hourly). */
export const RETRY_DELAYS_MS: readonly number[] = [
  30_000,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
];

/** `tries`: attempts that failed since the entry was queued, this one included. */
export const retryDelayMs = (entryId: string, tries: number): number =>
  delayAt(RETRY_DELAYS_MS, tries - 1, `${entryId} ${tries}`);

/** Spreads entries that failed together over time. */
const JITTER = 0.2;

/** The delay of a step, times 0.8 to 1.2: always the same for the same seed. */
export function delayAt(delaysMs: readonly number[], step: number, seed: string): number {
  const share = createHash("sha256").update(seed).digest().readUInt32BE() / 2 ** 32;
  const delayMs = delaysMs[Math.min(step, delaysMs.length - 1)] ?? 0;
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * share));
}
