// A failure of nodemailer, sorted: wait and try again, or give this recipient up. What is wrong with ourselves (login, sender,
// settings, TLS) waits too, whatever the server's number says: the fault is not the visitor's.
import type { FailureReason } from "../operators/plain-words.ts";
import type { FailureFacts } from "./mail-transport.ts";

/** As nodemailer makes them. */
export interface SmtpError {
  readonly code?: string;
  readonly message: string;
  /** The step that failed: "CONN", "AUTH PLAIN", "MAIL FROM", "RCPT TO", "DATA". */
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

interface SendProgress {
  /** The server knows of this mail: from here on it may be judging sender, recipient or mail. */
  readonly isMailBegun: boolean;
  /** The whole mail was handed to the socket. */
  readonly isDataSent: boolean;
  /** Addresses beyond ASCII are in the envelope. */
  readonly isInternational: boolean;
}

export function classifyFailure(error: SmtpError, progress: SendProgress): FailureFacts {
  const reply = error.response === undefined ? null : parseReply(error.response);
  const facts = {
    smtpCode: reply?.code ?? null,
    enhancedCode: reply?.enhancedCode ?? null,
    reply: reply === null || reply.text === "" ? plainText(error) : reply.text,
  };
  const hasAnswer = reply !== null && reply.code !== null && reply.code >= 400 && reply.code < 600;
  if (progress.isDataSent && !(hasAnswer && error.code === "EMESSAGE"))
    return { outcome: "broken-after-data", reason: "no-answer", scope: "mail", ...facts };
  if (hasAnswer && /^(?:RCPT TO|DATA|MAIL FROM)$/.test(error.command ?? ""))
    return { ...refusal(error.command ?? "", reply, progress), ...facts };
  // The library itself refuses an address, or a mail above the server's size. What breaks the protocol is no refusal.
  if (reply === null && error.code === "EENVELOPE") return { ...giveUp("address-refused"), ...facts };
  if (reply === null && error.code === "EMESSAGE") return { ...giveUp("too-large"), ...facts };
  const scope = progress.isMailBegun ? "route" : "connection";
  return { outcome: "deferred", reason: linkReason(error, reply), scope, ...facts };
}

type Judgement = Pick<FailureFacts, "outcome" | "reason" | "scope">;

const wait = (reason: FailureReason): Judgement => ({ outcome: "deferred", reason, scope: "mail" });
const giveUp = (reason: FailureReason): Judgement => ({ outcome: "dead", reason, scope: "mail" });
/** Our own fault, or the server's with all mails like this one. A server may well treat others differently. */
const waitAll = (reason: FailureReason): Judgement => ({ outcome: "deferred", reason, scope: "route" });

/** What a server said to the sender, the recipient or the mail. */
function refusal(command: string, reply: SmtpReply, { isInternational }: SendProgress): Judgement {
  const { code, enhancedCode } = reply;
  // An address that the answer repeats says nothing of why.
  const text = reply.text.replace(/^\d{3}[ -]|<[^<>]*>/g, "");
  const detail = enhancedCode?.slice(2) ?? "";
  if (code === 421) return waitAll("server-busy");
  // Servers put "relay access denied" off (454) as often as they refuse it (554), and to some it is a matter of the login (530).
  if (RELAYING.test(text)) return waitAll("relaying-denied");
  if (isLogin(code, detail, text)) return waitAll("login");
  if (code !== null && code < 500) return temporary(command, code, detail, text);
  if (isInternational && isAboutUtf8(detail, text)) return giveUp("international-address");
  if (isAboutSender(detail, text)) return waitAll("sender-refused");
  if (isTooLarge(detail, text)) return giveUp("too-large");
  if (command === "MAIL FROM") return waitAll(isInternational ? "protocol" : "sender-refused");
  if (command === "RCPT TO") return recipientRefused(code, detail, text);
  if (code === 552 || detail === "2.2") return giveUp("mailbox-full");
  return giveUp(/^1\.[123]$/.test(detail) ? "mailbox-unknown" : "content-refused");
}

function temporary(command: string, code: number, detail: string, text: string): Judgement {
  if (/gr[ea]y-?list/i.test(text)) return wait("greylisted");
  if (detail === "2.2") return wait("mailbox-full");
  if (code === 452 || detail === "3.1") return wait("server-full");
  if (isAboutSender(detail, text)) return waitAll("sender-refused");
  // Nobody's mail gets past a server that will not take our sender now.
  return command === "MAIL FROM" ? waitAll("temporary") : wait("temporary");
}

function recipientRefused(code: number | null, detail: string, text: string): Judgement {
  if (code === 552 || detail === "2.2") return giveUp("mailbox-full");
  if (/^1\.(?:[1-6]|10)$/.test(detail) || detail === "2.1") return giveUp("mailbox-unknown");
  const isUnknown = /no such|unknown|does not exist|not found|mailbox unavailable/i.test(text);
  return giveUp(detail === "" && isUnknown ? "mailbox-unknown" : "address-refused");
}

/** "Relay access denied", "we do not relay", "unable to relay"; not the name of a host, nor Postfix's table. */
const RELAYING = new RegExp(
  [
    "(?<![\\w.@-])relay(?:ing|ed)?(?![\\w@-]|\\.\\w| recipient table).{0,40}\\b(?:denied|deny|not|prohibited|refused|rejected|forbidden|disallowed|disabled)\\b",
    "rcpthosts",
    "\\b(?:not|unable|cannot|can't|don't|won't|no|refus\\w+|den\\w+|open|prohibit\\w*|forbid\\w*|disallow\\w*) (?:[\\w-]+ ){0,4}relay(?:ing|ed)?(?![\\w@-]|\\.\\w| recipient table)",
  ].join("|"),
  "i",
);

const isLogin = (code: number | null, detail: string, text: string) =>
  code === 530 ||
  code === 535 ||
  code === 534 ||
  code === 538 ||
  detail === "7.8" ||
  /authentication (?:is )?required/i.test(text);

const isAboutUtf8 = (detail: string, text: string) =>
  /^6\.[7-9]$/.test(detail) || /smtputf8|internationali[sz]ed/i.test(text);

/** RFC 3463 5.1.7 and 5.1.8, RFC 7372 (SPF, DKIM, reverse DNS), and Exchange's "send as denied". */
const isAboutSender = (detail: string, text: string) =>
  /^(?:1\.[78]|7\.2[0-7]|7\.60)$/.test(detail) ||
  /sender (?:address )?(?:rejected|denied|refused)|not (?:allowed|authori[sz]ed) to send (?:as|from)|SendAsDenied|\bDMARC\b|\bSPF\b/i.test(
    text,
  );

const isTooLarge = (detail: string, text: string) =>
  detail === "3.4" || detail === "2.3" || /(?:message|mail) (?:size|too (?:large|big))/i.test(text);

const ABOUT_TLS = /\b(?:TLS|SSL|certificate|STARTTLS|self-signed)\b|altnames/i;

/** What went wrong between us and the server, before it spoke of any mail. */
function linkReason({ code = "", message, command = "" }: SmtpError, reply: SmtpReply | null): FailureReason {
  if (code === "EDNS") return "dns";
  if (code === "ETIMEDOUT") return "timeout";
  if (code === "EABORT") return "stopped";
  if (code === "EAUTH" || code === "ENOAUTH" || code === "EOAUTH2") return "login";
  if (code === "ETLS" || command === "STARTTLS" || ABOUT_TLS.test(message)) return "tls";
  if ((reply?.code ?? 0) >= 400) return command.startsWith("AUTH") ? "login" : "server-busy";
  if (code === "EPROTOCOL" || reply !== null) return "protocol";
  if (code === "ECONNECTION") return "cut-off";
  return code === "ESOCKET" ? socketReason(message) : "internal";
}

const socketReason = (message: string): FailureReason =>
  /ECONNRESET|EPIPE|hang up|closed/i.test(message) ? "cut-off" : "unreachable";

const plainText = ({ message }: SmtpError) => parseReply(message).text || null;

// What an SMTP server answers, taken apart: "550 5.1.1 <x@y.test> no such user".

type SmtpReply = ReturnType<typeof parseReply>;

const MAX_TEXT = 500;

export function parseReply(answer: string) {
  const [, code, enhancedCode] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})(?=\s|$))?/.exec(answer) ?? [];
  const text = answer.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return {
    /** Three digits; null where the answer is not one of SMTP. */
    code: code === undefined ? null : Number(code),
    /** RFC 3463: "5.1.1". */
    enhancedCode: enhancedCode ?? null,
    /** The whole answer on one line, shortened. It may repeat an address. */
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text,
  };
}

/** How servers say what they call the mail in their own queue and log. */
const QUEUE_IDS = [
  // Postfix, Haraka, Halon, Amazon, Mailgun and their kind
  /\bqueued as <?([\w.@+-]{4,100})/i,
  // Exim
  /\bid=([\w.-]{4,100})/i,
  // Exchange
  /^250 2\.6\.0 <([^<>\s]{4,100})>/,
  // Google
  /^250 2\.0\.0 OK +\d* ?([\w.-]{8,100}) - gsmtp/i,
  // Sendmail
  /^250 2\.0\.0 ([\w.-]{8,50}) Message accepted for delivery/i,
  // Several others
  /^250 (?:2\.\d\.\d )?ok:? (?:queued|message accepted)[^\w]+([\w.-]{8,100})/i,
  /^250 (?:2\.\d\.\d )?ok,? ([\w.-]{12,100})$/i,
];

export function queueIdOf(answer: string): string | null {
  const line = answer.trim().split("\n").at(-1) ?? "";
  for (const pattern of QUEUE_IDS) {
    const id = pattern.exec(line)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}
