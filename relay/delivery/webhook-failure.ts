// A call that failed, sorted: wait and try again, or give it up.
import { type FailureFacts, type FailureReason, SendFailure } from "./send-failure.ts";

export interface CallAnswer {
  readonly status: number;
  /** Status and the beginning of the answer, on one line. */
  readonly text: string;
  readonly retryAfter: string | null;
}

/** The receiver says that it will take calls again. */
const LATER: readonly number[] = [408, 425, 429];
/** The receiver is not there, or not ready, for any call. */
const AWAY: readonly number[] = [502, 503, 504];

/** An answer that is not 2xx. Given up where the receiver will not have the call; a redirect is not followed and counts as a fault. */
export function refusedCall({ status, text, retryAfter }: CallAnswer, now: number): SendFailure {
  const [outcome, reason, scope] = judgementOf(status);
  const retryAfterMs = outcome === "dead" ? null : retryAfterOf(retryAfter, now);
  return new SendFailure({ outcome, reason, scope, smtpCode: status, enhancedCode: null, reply: text, retryAfterMs });
}

function judgementOf(status: number): [FailureFacts["outcome"], FailureReason, FailureFacts["scope"]] {
  if (LATER.includes(status)) return ["deferred", "receiver-busy", "mail"];
  if (status >= 400 && status < 500) return ["dead", "receiver-refused", "mail"];
  if (status >= 300 && status < 400) return ["deferred", "redirected", "route"];
  return ["deferred", "receiver-failed", AWAY.includes(status) ? "route" : "mail"];
}

/** Seconds, or a date. */
function retryAfterOf(text: string | null, now: number): number | null {
  if (text === null) return null;
  const at = /^\d{1,9}$/.test(text.trim()) ? now + Number(text) * 1000 : Date.parse(text);
  return Number.isNaN(at) || at <= now ? null : at - now;
}

/** No answer came. What was sent as a whole may have arrived. */
export function brokenCall(
  error: NodeJS.ErrnoException,
  how: { readonly isSent: boolean; readonly isTimeout: boolean; readonly isStopped: boolean },
): SendFailure {
  const code = error.code ?? "";
  const reason = how.isTimeout ? "timeout" : how.isStopped ? "stopped" : reasonOf(code);
  const outcome = how.isSent ? "broken-after-data" : "deferred";
  const isOurs = how.isStopped && !how.isTimeout;
  return waiting(
    outcome,
    how.isSent && isOurs ? "no-answer" : reason,
    WORDS[reason] ?? `The call failed (${code}).`,
    error,
  );
}

/** Our own setting, not the request's fault: it waits until that is right. */
export const notAllowed = (reply: string): SendFailure => waiting("deferred", "not-allowed", reply);

const waiting = (outcome: FailureFacts["outcome"], reason: FailureReason, reply: string, cause?: unknown) =>
  new SendFailure({ outcome, reason, scope: "route", smtpCode: null, enhancedCode: null, reply }, cause);

const WORDS: Partial<Record<FailureReason, string>> = {
  timeout: "The receiver took too long.",
  dns: "The receiver's name was not found.",
  unreachable: "The receiver could not be reached.",
  tls: "The receiver's certificate is not accepted, or it speaks no TLS.",
  "cut-off": "The line broke before the receiver answered.",
  protocol: "The receiver's answer is not HTTP.",
};

function reasonOf(code: string): FailureReason {
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return "dns";
  if (/CERT|ERR_TLS|ERR_SSL|EPROTO|SIGNATURE|ISSUER/.test(code)) return "tls";
  if (code.startsWith("HPE_")) return "protocol";
  if (/^(?:ECONNRESET|EPIPE)$/.test(code)) return "cut-off";
  if (code === "ETIMEDOUT") return "timeout";
  return /^E[A-Z]+$/.test(code) ? "unreachable" : "internal";
}
