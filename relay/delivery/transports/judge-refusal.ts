// What a refusal of sender, recipient or mail is about, by its code (RFC 5321, 3463, 5248), its step and its words. It ends a mail only where
// it clearly is about this recipient (no such mailbox, mailbox disabled, bad address) or this mail (too large, content). Everything else waits:
// what is wrong with our account, sender, quota, address or TLS, and what nobody can tell. To try for days costs nothing, a lost request does.

import type { FailureReason } from "./failure-reason.ts";
import type { FailureFacts } from "./send-failure.ts";
import type { SmtpReply } from "./smtp-reply.ts";

export type Judgement = Pick<FailureFacts, "outcome" | "reason" | "scope">;

/** "DATA": the command, or the end of the mail. */
type Step = "MAIL FROM" | "RCPT TO" | "DATA";

interface Refusal {
  readonly step: Step;
  readonly code: number;
  /** Of the enhanced code, without its class: "1.1"; empty where there is none. */
  readonly detail: string;
  /** Without codes, addresses and links: they say nothing of why. */
  readonly text: string;
}

const giveUp = (reason: FailureReason): Judgement => ({ outcome: "dead", reason, scope: "mail" });
const wait = (reason: FailureReason): Judgement => ({ outcome: "deferred", reason, scope: "mail" });
/** Our own fault, or the server's with all mails like this one. A server may well treat others differently. */
const waitAll = (reason: FailureReason): Judgement => ({ outcome: "deferred", reason, scope: "route" });

/** `isInternational`: a local part beyond ASCII is in the envelope. */
export function judgeRefusal(step: Step, reply: SmtpReply, isInternational: boolean): Judgement {
  const refusal: Refusal = {
    step,
    code: reply.code ?? 0,
    detail: reply.enhancedCode?.slice(2) ?? "",
    text: reply.text.replace(CODES, " ").replace(/<[^<>]*>|\S+@\S+|https?:\/\/\S+/gi, " "),
  };
  if (refusal.code === 421) return waitAll("server-busy");
  // Servers put "relay access denied" off (454) as often as they refuse it (554), and to some it is a matter of the login (530).
  if (RELAYING.test(refusal.text)) return waitAll("relaying-denied");
  if (refusal.code < 500) return putOff(refusal);
  if (isInternational && isAboutUtf8(refusal)) return giveUp("international-address");
  const isOurs = isAboutUs(refusal);
  const end = isOurs ? null : reasonToEnd(refusal);
  if (end !== null) return giveUp(end);
  if (!isOurs && isFull(refusal)) return wait("mailbox-full");
  return waitAll(reasonToWait(refusal, isInternational));
}

/** The codes before each line of a reply, wherever they are on the one line that was made of it. */
const CODES = /(?:^| )[245]\d\d[ -](?:#?[245]\.\d{1,3}\.\d{1,3}\b)?/g;

// For now (4xx).

function putOff(refusal: Refusal): Judgement {
  const { step, code, detail, text } = refusal;
  if (isLogin(refusal)) return waitAll("login");
  if (/gr[ea]y-?list/i.test(text)) return wait("greylisted");
  if (detail === "2.2") return wait("mailbox-full");
  if (code === 452 || detail === "3.1") return wait("server-full");
  if (isAboutSender(refusal)) return waitAll("sender-refused");
  // Nobody's mail gets past a server that will not take our sender now.
  return step === "MAIL FROM" ? waitAll("temporary") : wait("temporary");
}

// For good (5xx): what ends a mail.

function reasonToEnd({ step, detail, text }: Refusal): FailureReason | null {
  if (/^(?:3\.4|2\.3)$/.test(detail) || TOO_LARGE.test(text)) return "too-large";
  // What is said to MAIL is about the sender.
  if (step === "MAIL FROM") return null;
  if (/^1\.3$/.test(detail) || (step === "RCPT TO" && BAD_ADDRESS.test(text))) return "address-refused";
  if (/^(?:1\.[1246]|1\.10|2\.1)$/.test(detail) || NO_MAILBOX.test(text)) return "mailbox-unknown";
  if (step === "RCPT TO") return NO_MAILBOX_AT_RCPT.test(text) ? "mailbox-unknown" : null;
  const isContent = /^6\.[0-6]$/.test(detail) || (CONTENT.test(text) && !NOT_OF_CONTENT.test(text));
  return isContent ? "content-refused" : null;
}

/** Patterns of words, in any case: a blank is any space, "…" up to so many words in between. */
const anyOf = (...patterns: readonly string[]): RegExp =>
  new RegExp(
    patterns.map((each) => each.replaceAll(" ", "\\s+").replaceAll("…", "(?:[\\w'’-]+\\s+){0,4}")).join("|"),
    "i",
  );

const TOO_LARGE = anyOf(
  "\\b(?:message|mail|e-?mail|data|attachments?) …(?:is |are )?too (?:large|big|long)\\b",
  "\\b(?:message|mail|e-?mail) …size\\b",
  "\\bexceed\\w* …(?:message |mail )?size\\b",
  "\\bsize …(?:limit|exceed)",
);
const BAD_ADDRESS = anyOf(
  "\\b(?:bad|malformed|illegal|invalid) …(?:address|recipient|mailbox)(?: syntax)?\\b",
  "\\b(?:address|recipient|mailbox) …(?:malformed|(?:bad|invalid) syntax|syntax error)\\b",
);
const GONE =
  "(?:unknown|not found|(?:could not|cannot|can['’]?t) be found|not known|invalid|not valid|does not exist|doesn['’]?t exist|no longer)";
const NO_MAILBOX = anyOf(
  "\\bno such …(?:user|recipient|mailbox|person|address|account|alias)\\b",
  "\\bno …(?:mailbox|recipient|user|account)(?: here)?(?: by| with| of) (?:that|this)\\b",
  `\\b(?:user|recipient|mailbox|addressee) …${GONE}\\b`,
  `\\b(?:account|mailbox|recipient|user|address) (?:that )?you (?:tried|are trying) to reach …(?:${GONE}|disabled|inactive)\\b`,
  "\\b(?:recipient(?:'s)?|mailbox|the mailbox) …(?:disabled|inactive|deactivated|closed|suspended|discontinued|expired|terminated|deleted)\\b",
  "\\b(?:unknown|invalid|non-?existent|unrouteable|undeliverable) (?:local )?(?:user|recipient|mailbox|addressee)\\b",
  "\\bnot a (?:valid|known|local) …(?:user|recipient|mailbox)\\b",
  "\\b(?:does not|doesn['’]?t) have an? …(?:[\\w.]+ )?(?:account|mailbox)\\b",
  "\\bRecip(?:ient)?NotFound\\b",
  "\\bunknown (?:or illegal )?alias\\b",
  "\\buser not local\\b",
);
const NO_MAILBOX_AT_RCPT = anyOf(
  `\\baddress …${GONE}\\b`,
  "\\b(?:unknown|non-?existent|unrouteable|undeliverable) …address\\b",
  "\\b(?:does not|doesn['’]?t) exist\\b",
  "\\bmailbox (?:is )?unavailable\\b",
  "^\\s*not found\\b",
);
const CONTENT = anyOf(
  "\\b(?:spam|junk|unsolicited|virus\\w*|malware|malicious|trojan|infected|phish\\w*|spamassassin|UCE|UBE)\\b",
  "\\b(?:content|contents|attachments?)\\b",
);

/** "Account blocked for spam" says nothing of this mail. */
const NOT_OF_CONTENT = /\b(?:accounts?|connections?|servers?|hosts?|networks?|customers?|sending|complaints?)\b/i;

const FULL = anyOf(
  "\\b(?:mailbox|inbox|recipient|user|quota|storage) …(?:is |are )?(?:full|over …quota|exceeded|quota)\\b",
  "^\\s*over …quota\\b",
);
/** Of the recipient: it may be emptied. */
const isFull = ({ step, detail, text }: Refusal) => step !== "MAIL FROM" && (detail === "2.2" || FULL.test(text));

// What is about us, however clear the rest of a reply may look.

const isAboutUs = (refusal: Refusal) =>
  isTls(refusal) ||
  isLogin(refusal) ||
  isAboutSender(refusal) ||
  OUR_ACCOUNT.test(refusal.text) ||
  OUR_LIMIT.test(refusal.text) ||
  OUR_HOST.test(refusal.text);

const OUR_ACCOUNT = anyOf(
  "\\b(?:your|sending|smtp|submitting) …(?:account|mailbox|user|domain|plan|tenant|organi[sz]ation|subscription|identity|trial)\\b",
  "\\b(?:outbound|outgoing|sandbox|billing|payment|unpaid|credits?|free plan)\\b",
  "\\b(?:credentials?|password|access denied|permission|not permitted to send|not allowed to send|not authori[sz]ed)\\b",
);
const OUR_LIMIT = anyOf(
  "\\b(?:too many|too much|too fast|too quickly|too often|throttl\\w*|rate|rates|hourly|daily|monthly)\\b",
  "\\bper (?:second|minute|hour|day|month)\\b",
  "\\b(?:sending|submission|account|your) …(?:quota|limits?)\\b",
  "\\b(?:message|recipient|mail|e-?mail)s? (?:quota|limits?)\\b",
  "\\bQuotaExceeded\\b",
);
const OUR_HOST = anyOf(
  "\\b(?:ip|ips|ptr|rdns|helo|ehlo|hostname|dnsbl|dnswl|rbl|spamhaus|spamcop|sorbs|barracuda\\w*|uceprotect|senderbase|senderscore|cloudmark)\\b",
  "\\b(?:client|your|sending|remote) …(?:host|server|network|address|ip)\\b",
  "\\b(?:black|block|deny|bad)-?\\s?list\\w*|\\blisted (?:at|in|on|by)\\b|\\breputation\\b|\\breverse\\b",
);

/** RFC 3463 5.1.7 and 5.1.8, RFC 7372 (SPF, DKIM, reverse DNS), and Exchange's "send as denied". */
const isAboutSender = ({ detail, text }: Refusal) => /^(?:1\.[78]|7\.2[0-9]|7\.60)$/.test(detail) || SENDER.test(text);

const SENDER = anyOf(
  "\\b(?:sender|senders|sender's|from (?:address|header|domain|field)|mail from|return-path|envelope from|originator)\\b",
  "\\b(?:not verified|unverified|not been verified|not confirmed)\\b",
  "\\b(?:SendAs\\w*|DMARC|SPF|DKIM)\\b",
  "\\b(?:not (?:allowed|authori[sz]ed)|unable|cannot) …(?:to )?send …(?:as|from)\\b",
);

const isLogin = ({ code, detail, text }: Refusal) =>
  [530, 534, 535, 538].includes(code) ||
  detail === "7.8" ||
  /authentication (?:is )?required|\bnot authenticated\b|\bAUTH is required\b/i.test(text);

const isTls = ({ code, detail, text }: Refusal) =>
  (code === 523 && !TOO_LARGE.test(text)) ||
  /^7\.1[01]$/.test(detail) ||
  /\b(?:STARTTLS|TLS|SSL|encrypt\w*|unencrypted)\b/i.test(text);

const isAboutUtf8 = ({ detail, text }: Refusal) =>
  /^6\.[7-9]$/.test(detail) || /smtputf8|internationali[sz]ed/i.test(text);

/** "Relay access denied", "we do not relay", "unable to relay"; not the name of a host, nor Postfix's table. */
const RELAYING = new RegExp(
  [
    "(?<![\\w.@-])relay(?:ing|ed)?(?![\\w@-]|\\.\\w| recipient table).{0,40}\\b(?:denied|deny|not|prohibited|refused|rejected|forbidden|disallowed|disabled)\\b",
    "rcpthosts",
    "\\b(?:not|unable|cannot|can't|don't|won't|no|refus\\w+|den\\w+|open|prohibit\\w*|forbid\\w*|disallow\\w*) (?:[\\w-]+ ){0,4}relay(?:ing|ed)?(?![\\w@-]|\\.\\w| recipient table)",
  ].join("|"),
  "i",
);

function reasonToWait(refusal: Refusal, isInternational: boolean): FailureReason {
  if (isTls(refusal)) return "tls";
  if (isLogin(refusal)) return "login";
  if (isAboutSender(refusal)) return "sender-refused";
  const isProtocol = refusal.code <= 504 || /^5\./.test(refusal.detail);
  if (isProtocol || (refusal.step === "MAIL FROM" && isInternational)) return "protocol";
  return refusal.step === "MAIL FROM" ? "sender-refused" : "server-refused";
}
