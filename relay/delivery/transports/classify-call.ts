// A call that was not taken → whether it is tried again, and why it failed.
import type { FailureReason } from "./failure-reason.ts";
import { type Failure, SendFailure } from "./send-failure.ts";
import { parseReply } from "./smtp-reply.ts";

/** The receiver says that it will take calls again. */
const LATER: readonly number[] = [408, 425, 429];
/** The receiver is not there, or not ready, for any call. */
const AWAY: readonly number[] = [502, 503, 504];

/** An answer that is not 2xx. A redirect is not followed and counts as a fault. */
export function judgementOf(status: number): [Failure["outcome"], FailureReason, Failure["scope"]] {
  if (LATER.includes(status)) return ["deferred", "receiver-busy", "mail"];
  if (status >= 400 && status < 500) return ["dead", "receiver-refused", "mail"];
  if (status >= 300 && status < 400) return ["deferred", "redirected", "route"];
  return ["deferred", "receiver-failed", AWAY.includes(status) ? "route" : "mail"];
}

/** No answer came. What was sent as a whole may have arrived. */
export function brokenCall(error: NodeJS.ErrnoException, isSent: boolean, isTimeout: boolean, isStopped: boolean) {
  const { code = "", message } = error;
  const ownEnd = endedByUs(isTimeout, isStopped);
  const reason = ownEnd ?? reasonOf(code);
  const reply = ownEnd === null ? parseReply(message).text : null;
  if (!isSent) return new SendFailure({ outcome: "deferred", reason, scope: "route", reply }, error);
  const reasonAfterData = reason === "stopped" ? "no-answer" : reason;
  return new SendFailure({ outcome: "broken-after-data", reason: reasonAfterData, scope: "route", reply }, error);
}

function endedByUs(isTimeout: boolean, isStopped: boolean): FailureReason | null {
  if (isTimeout) return "timeout";
  return isStopped ? "stopped" : null;
}

function reasonOf(code: string): FailureReason {
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return "dns";
  if (/CERT|ERR_TLS|ERR_SSL|EPROTO|SIGNATURE|ISSUER/.test(code)) return "tls";
  if (code.startsWith("HPE_")) return "protocol";
  if (/^(?:ECONNRESET|EPIPE)$/.test(code)) return "cut-off";
  if (code === "ETIMEDOUT") return "timeout";
  return /^E[A-Z]+$/.test(code) ? "unreachable" : "internal";
}
