// When a request that did not go through is worth another try, and after which wait. Pure.
import type { Failure } from "./read-answer.ts";

/** Specification, section 7: 3 retries, from 1 s doubling to at most 30 s. */
export const RETRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** What a person who pressed a button can bear, told all the while how it stands. */
export const TOTAL_MS = 45_000;
/** A single try: four of them, the waits between and nothing else fill the total. */
export const TRY_MS = 10_000;

const TRANSIENT: readonly number[] = [0, 429, 502, 503, 504];

/**
 * Milliseconds until the next try, or undefined where there is none: the failure is for good, the retries are used up, or the
 * relay asks for more patience than the total leaves.
 */
export function retryWait(
  { status, retryAfterMs = 0 }: Pick<Failure, "status" | "retryAfterMs">,
  retriesMade: number,
  elapsedMs: number,
): number | undefined {
  if (!TRANSIENT.includes(status) || retriesMade >= RETRIES) return undefined;
  const backOff = Math.min(FIRST_WAIT_MS * 2 ** retriesMade, LONGEST_WAIT_MS);
  const wait = Math.max(backOff, retryAfterMs);
  return wait <= LONGEST_WAIT_MS && elapsedMs + wait < TOTAL_MS ? wait : undefined;
}
