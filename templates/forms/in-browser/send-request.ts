// One submission, from the first try to the answer that counts.
import type { Endpoint } from "../values/form-shape.ts";
import { type Failure, noAnswer, type RelayAnswer, readAnswer } from "./read-answer.ts";

interface FormSubmission {
  /** JSON, the same bytes in every try. */
  readonly body: string;
  readonly idempotencyKey: string;
}

/** Never rejects: whatever goes wrong is an answer that is not `isSent`. `onRetry` gets the number of the try that begins, and how many there are. */
export async function sendRequest(
  endpoint: Endpoint,
  submission: FormSubmission,
  onRetry: (attempt: number, attempts: number) => void,
): Promise<RelayAnswer> {
  if (!endpoint.url) return { isSent: true, reference: undefined };
  const startedAt = Date.now();
  const elapsed = () => Date.now() - startedAt;
  for (let retries = 0; ; retries++) {
    const answer = await tryOnce(endpoint, submission, tryTime(elapsed()));
    if (answer.isSent) return answer;
    const waitMs = retryWait(answer.failure, retries, elapsed());
    if (waitMs === undefined) return answer;
    onRetry(retries + 2, RETRIES + 1);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** The last try gets what the total leaves, and a second even where the machine slept in between. */
const tryTime = (elapsedMs: number): number => Math.max(1_000, Math.min(TRY_MS, TOTAL_MS - elapsedMs));

/** The time limit holds for whatever is behind the name of fetch: extensions that wrap it may drop the signal. */
async function tryOnce(endpoint: Endpoint, submission: FormSubmission, ms: number): Promise<RelayAnswer> {
  const controller = new AbortController();
  const timeLimit = new Promise<never>((_, reject) => {
    setTimeout(() => {
      const error = new DOMException("No answer in time", "TimeoutError");
      controller.abort(error);
      reject(error);
    }, ms);
  });
  try {
    return await Promise.race([ask(endpoint, submission, controller.signal), timeLimit]);
  } catch (error) {
    return noAnswer(error);
  }
}

async function ask(endpoint: Endpoint, submission: FormSubmission, signal: AbortSignal): Promise<RelayAnswer> {
  const response = await fetch(endpoint.url, {
    method: "POST",
    headers: callHeaders(endpoint, submission),
    body: submission.body,
    credentials: "omit",
    // It arrives although its tab is closed, up to the 64 KiB that browsers take then.
    keepalive: new Blob([submission.body]).size <= KEPT_ALIVE_BYTES,
    signal,
  });
  const raw = {
    status: response.status,
    body: await response.text(),
    retryAfter: response.headers.get("retry-after"),
  };
  return readAnswer(raw, Date.now());
}

const callHeaders = ({ key }: Endpoint, { idempotencyKey }: FormSubmission): Record<string, string> => ({
  "content-type": "application/json",
  "idempotency-key": idempotencyKey,
  ...(key && { apikey: key, authorization: `Bearer ${key}` }),
});

/** Of the 64 KiB, with room for what else is on its way. */
const KEPT_ALIVE_BYTES = 60_000;

/** 3 retries, the first after 1 s, each wait twice as long, at most 30 s. */
const RETRIES = 3;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** How long a person waits for an answer while the button shows the state. */
const TOTAL_MS = 45_000;
/** A single try: four of them, the waits between and nothing else fill the total. */
const TRY_MS = 10_000;

const TRANSIENT: readonly number[] = [0, 429, 502, 503, 504];

/**
 * Milliseconds until the next try, or undefined where there is none: the failure is for good, the retries are used up, or the
 * relay asks for a longer wait than the total leaves.
 */
function retryWait(
  { status, retryAfterMs = 0 }: Pick<Failure, "status" | "retryAfterMs">,
  retriesMade: number,
  elapsedMs: number,
): number | undefined {
  if (!TRANSIENT.includes(status) || retriesMade >= RETRIES) return undefined;
  const backOff = Math.min(FIRST_WAIT_MS * 2 ** retriesMade, LONGEST_WAIT_MS);
  const wait = Math.max(backOff, retryAfterMs);
  return wait <= LONGEST_WAIT_MS && elapsedMs + wait < TOTAL_MS ? wait : undefined;
}
