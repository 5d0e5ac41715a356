import type { RelayConfig } from "../config/config.ts";
import { RefusedError } from "../errors.ts";
import { isSuspicious, type NewSubmission } from "../requests/submission.ts";
import type { Limit } from "../store/rows/outbox-entry.ts";
import { addressKey } from "../text/email-address.ts";

/** What looks suspicious is counted apart: a flood of it ends, and takes no visitor's turn. */
export function limitsOf(limits: RelayConfig["limits"], client: string, { fields, suspicion }: NewSubmission): Limit[] {
  const { perClient, perAddress, overall } = limits;
  const apart = isSuspicious(suspicion) ? "held-" : "";
  return [
    ...(perClient === null ? [] : [{ key: `${apart}client:${client}`, ...perClient }]),
    ...(perAddress === null ? [] : [{ key: `${apart}address:${addressKey(fields.email)}`, ...perAddress }]),
    ...(overall === null ? [] : [{ key: `${apart}overall`, ...overall }]),
  ];
}

export function rateLimited(retryAfterMs: number): RefusedError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new RefusedError("rate_limited", "Too many requests came from here.", {
    hint: `Try again in ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}, or call us.`,
    headers: { "retry-after": String(seconds) },
  });
}
