// How long a try to send a request may take, and how long to wait before the next.
import type { Failure } from "./read-answer.ts";

/** 3 retries, the first after 1 s, each wait twice as long, at most 30 s. */
export const RETRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** How long a visitor waits in total while the button shows the state. */
const TOTAL_MS = 45_000;
/** A single try. Four of them and the waits between fill the total. */
const TRY_MS = 10_000;

const TRANSIENT: readonly number[] = [0, 429, 502, 503, 504];

/** The last try gets what the total leaves, and a second even where the machine slept in between. */
export const tryTime = (elapsedMs: number): number => Math.max(1_000, Math.min(TRY_MS, TOTAL_MS - elapsedMs));

/**
 * Milliseconds until the next try, or undefined where there is none: the failure is permanent, the retries are used up, or the
 * relay asks for a longer wait than the total leaves.
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
