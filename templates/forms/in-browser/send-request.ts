// One submission, from the first try to the answer that counts.
import type { Endpoint } from "../values/form-shape.ts";
import { noAnswer, type RelayAnswer, readAnswer } from "./read-answer.ts";
import { RETRIES, retryWait, tryTime } from "./retry-times.ts";

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

/** The time limit does not depend on `fetch`: extensions that wrap it may drop the signal. */
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
    // The request survives closing the tab. Browsers allow 64 KiB for that.
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

/** Less than the 64 KiB, which all requests of the page share. */
const KEPT_ALIVE_BYTES = 60_000;
