// Refusals that are about us: our login, sender, account, limits, host or TLS, by their codes and words.
import { TOO_LARGE } from "./about-mail.ts";
import { anyOf, type Refusal } from "./refusal.ts";

/** Whether a reply is about us, however clear the rest of it may look. */
export const isAboutUs = (refusal: Refusal) =>
  isTls(refusal) ||
  isLogin(refusal) ||
  isAboutSender(refusal) ||
  OUR_ACCOUNT.test(refusal.text) ||
  OUR_LIMIT.test(refusal.text) ||
  OUR_HOST.test(refusal.text);

const OUR_ACCOUNT = anyOf(
  "\\b(?:your|sending|smtp|submitting) …(?:account|mailbox|user|domain|plan|tenant|organi[sz]ation|subscription|identity|trial)\\b",
  "\\b(?:outbound|outgoing|sandbox|billing|payment|unpaid|credits?|free plan|trial|API|licen[cs]es?)\\b",
  // Who a provider lets a new account write to.
  "\\b(?:verified|authori[sz]ed|approved|allowed|permitted) (?:recipient|address|destination|domain)(?:es|s)?\\b",
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
export const isAboutSender = ({ detail, text }: Refusal) =>
  /^(?:1\.[78]|7\.2[0-9]|7\.60)$/.test(detail) || SENDER.test(text);

const SENDER = anyOf(
  "\\b(?:sender|senders|sender's|from (?:address|header|domain|field)|mail from|return-path|envelope from|originator)\\b",
  "\\b(?:not verified|unverified|not been verified|not confirmed)\\b",
  "\\b(?:SendAs\\w*|DMARC|SPF|DKIM)\\b",
  "\\b(?:not (?:allowed|authori[sz]ed)|unable|cannot) …(?:to )?send …(?:as|from)\\b",
);

export const isLogin = ({ code, detail, text }: Refusal) =>
  [530, 534, 535, 538].includes(code) ||
  detail === "7.8" ||
  /authentication (?:is )?required|\bnot authenticated\b|\bAUTH is required\b/i.test(text);

export const isTls = ({ code, detail, text }: Refusal) =>
  (code === 523 && !TOO_LARGE.test(text)) ||
  /^7\.1[01]$/.test(detail) ||
  /\b(?:STARTTLS|TLS|SSL|encrypt\w*|unencrypted)\b/i.test(text);

/** "Relay access denied", "we do not relay", "unable to relay"; not the name of a host, nor Postfix's table. */
export const RELAYING = new RegExp(
  [
    "(?<![\\w.@-])relay(?:ing|ed)?(?![\\w@-]|\\.\\w| recipient table).{0,40}\\b(?:denied|deny|not|prohibited|refused|rejected|forbidden|disallowed|disabled)\\b",
    "rcpthosts",
    "\\b(?:not|unable|cannot|can't|don't|won't|no|refus\\w+|den\\w+|open|prohibit\\w*|forbid\\w*|disallow\\w*) (?:[\\w-]+ ){0,4}relay(?:ing|ed)?(?![\\w@-]|\\.\\w| recipient table)",
  ].join("|"),
  "i",
);
