// A failure of nodemailer, sorted: wait and try again, or give this recipient up. What is wrong with ourselves (login, sender,
// settings, TLS) waits too, whatever the server's number says: the fault is not the visitor's.

import type { FailureReason } from "./failure-reason.ts";
import { type Judgement, judgeRefusal } from "./judge-refusal.ts";
import { PUT_OFF } from "./mail-login.ts";
import type { Failure } from "./send-failure.ts";
import { parseReply, plainReply, type SmtpError, type SmtpReply } from "./smtp-reply.ts";

interface SendProgress {
  /** The server knows of this mail: from here on it may be judging sender, recipient or mail. */
  readonly isMailBegun: boolean;
  /** The whole mail was handed to the socket. */
  readonly isDataSent: boolean;
  /** A local part beyond ASCII is in the envelope. */
  readonly isInternational: boolean;
}

export function classifyFailure(error: SmtpError, progress: SendProgress): Failure {
  const reply = error.response === undefined ? null : parseReply(error.response);
  const facts = {
    smtpCode: reply?.code ?? null,
    enhancedCode: reply?.enhancedCode ?? null,
    reply: reply === null || reply.text === "" ? plainReply(error) : reply.text,
    isTried: error.code !== PUT_OFF,
  };
  const { command = "" } = error;
  const hasAnswer = reply !== null && reply.code !== null && reply.code >= 400 && reply.code < 600;
  if (progress.isDataSent && !(hasAnswer && error.code === "EMESSAGE"))
    return { outcome: "broken-after-data", reason: "no-answer", scope: "mail", ...facts };
  if (hasAnswer && (command === "MAIL FROM" || command === "RCPT TO" || command === "DATA"))
    return { ...judgeRefusal(command, reply, progress.isInternational), ...facts };
  const refusal = reply === null ? ownRefusal(error) : null;
  if (refusal !== null) return { ...refusal, ...facts };
  const scope = progress.isMailBegun ? "route" : "connection";
  return { outcome: "deferred", reason: linkReason(error, reply), scope, ...facts };
}

/** The library itself refuses an address, or a mail above the server's size. What breaks the protocol is no refusal. */
function ownRefusal({ code, message }: SmtpError): Judgement | null {
  if (code === "EENVELOPE" && !/sender/i.test(message))
    return { outcome: "dead", reason: "address-refused", scope: "mail" };
  return code === "EMESSAGE" ? { outcome: "dead", reason: "too-large", scope: "mail" } : null;
}

const ABOUT_TLS = /\b(?:TLS|SSL|certificate|STARTTLS|self-signed)\b|altnames/i;

/** What went wrong between us and the server, before it spoke of any mail. */
function linkReason({ code = "", message, command = "" }: SmtpError, reply: SmtpReply | null): FailureReason {
  if (code === "EDNS") return "dns";
  if (code === "ETIMEDOUT") return "timeout";
  if (code === "EABORT") return "stopped";
  if (code === PUT_OFF || code === "EAUTH" || code === "ENOAUTH" || code === "EOAUTH2") return "login";
  if (code === "ETLS" || command === "STARTTLS" || ABOUT_TLS.test(message)) return "tls";
  const refusedWith = reply?.code ?? 0;
  if (refusedWith >= 400 && command.startsWith("AUTH")) return "login";
  if (refusedWith >= 500) return "server-refused";
  if (refusedWith >= 400) return "server-busy";
  if (code === "EENVELOPE" && reply === null) return "sender-refused";
  if (code === "EPROTOCOL" || reply !== null) return "protocol";
  if (code === "ECONNECTION") return "cut-off";
  return code === "ESOCKET" ? socketReason(message) : "internal";
}

const socketReason = (message: string): FailureReason =>
  /ECONNRESET|EPIPE|hang up|closed/i.test(message) ? "cut-off" : "unreachable";
