// One submission, from the first try to the answer that counts. The outside is passed in: fetch, the clock and the wait.
import { type Answer, type Failure, noAnswer, readAnswer } from "./read-answer.ts";

export interface Endpoint {
  /** "" in a preview, which sends nothing. */
  readonly url: string;
  /** The relay's public key, where it asks for one. */
  readonly key?: string;
}

export interface Submission {
  /** JSON, the same bytes in every try. */
  readonly body: string;
  readonly idempotencyKey: string;
}

export interface Outside {
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  /** A signal that goes off after so many milliseconds. */
  readonly timeout: (ms: number) => AbortSignal;
}

/** Which try begins now, out of how many. */
export type OnRetry = (attempt: number, attempts: number) => void;

/** Never rejects: whatever goes wrong is an answer that is not `isSent`. */
export async function sendRequest(
  endpoint: Endpoint,
  submission: Submission,
  outside: Outside,
  onRetry: OnRetry,
): Promise<Answer> {
  if (!endpoint.url) return { isSent: true, reference: undefined };
  const startedAt = outside.now();
  const elapsed = () => outside.now() - startedAt;
  for (let retries = 0; ; retries++) {
    const answer = await tryOnce(endpoint, submission, outside, tryTime(elapsed()));
    if (answer.isSent) return answer;
    const waitMs = retryWait(answer.failure, retries, elapsed());
    if (waitMs === undefined) return answer;
    onRetry(retries + 2, RETRIES + 1);
    await outside.wait(waitMs);
  }
}

/** The last try gets what the total leaves, and a second even where the machine slept in between. */
const tryTime = (elapsedMs: number): number => Math.max(1_000, Math.min(TRY_MS, TOTAL_MS - elapsedMs));

async function tryOnce(endpoint: Endpoint, submission: Submission, outside: Outside, ms: number): Promise<Answer> {
  try {
    const response = await outside.fetch(endpoint.url, {
      method: "POST",
      headers: headersOf(endpoint, submission),
      body: submission.body,
      credentials: "omit",
      signal: outside.timeout(ms),
    });
    const raw = {
      status: response.status,
      body: await response.text(),
      retryAfter: response.headers.get("retry-after"),
    };
    return readAnswer(raw, outside.now());
  } catch (error) {
    return noAnswer(error);
  }
}

const headersOf = ({ key }: Endpoint, { idempotencyKey }: Submission): Record<string, string> => ({
  "content-type": "application/json",
  "idempotency-key": idempotencyKey,
  ...(key && { apikey: key, authorization: `Bearer ${key}` }),
});

/** 3 retries, the first after 1 s, each wait twice as long, at most 30 s. */
export const RETRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** How long a person waits for an answer while the button shows the state. */
export const TOTAL_MS = 45_000;
/** A single try: four of them, the waits between and nothing else fill the total. */
export const TRY_MS = 10_000;

const TRANSIENT: readonly number[] = [0, 429, 502, 503, 504];

/**
 * Milliseconds until the next try, or undefined where there is none: the failure is for good, the retries are used up, or the
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
