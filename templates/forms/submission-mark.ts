// The idempotency key: the relay accepts a key once, with the body of its first request.
import type { FormValues } from "./form-values.ts";

export interface SubmissionMark {
  readonly idempotencyKey: string;
  /** Sent along with the key; the same for every sending of it. */
  readonly elapsedMs: number;
  /** The values that were sent, as text. */
  readonly values: string;
}

const asText = (values: FormValues): string => JSON.stringify(Object.entries(values).sort());

/** The mark of the last sending where the values are still the same, so that a second click cannot become a second mail; else a new one. */
export function markSubmission(
  last: SubmissionMark | undefined,
  values: FormValues,
  elapsedMs: number,
  randomBytes: (count: number) => Uint8Array,
): SubmissionMark {
  const text = asText(values);
  if (last?.values === text) return last;
  const hex = [...randomBytes(16)].map((byte) => byte.toString(16).padStart(2, "0"));
  return { idempotencyKey: hex.join(""), elapsedMs, values: text };
}
