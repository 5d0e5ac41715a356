// Refusals that are about one recipient or one mail, by their codes and words.
import type { FailureReason } from "./failure-reason.ts";
import { anyOf, type Refusal } from "./refusal.ts";

/** For good (5xx): what ends a mail. */
export function reasonToEnd({ step, detail, text }: Refusal): FailureReason | null {
  if (/^(?:3\.4|2\.3)$/.test(detail) || TOO_LARGE.test(text)) return "too-large";
  // A refusal of MAIL is about the sender.
  if (step === "MAIL FROM") return null;
  if (/^1\.3$/.test(detail) || (step === "RCPT TO" && BAD_ADDRESS.test(text))) return "address-refused";
  if (/^(?:1\.[1246]|1\.10|2\.1)$/.test(detail) || NO_MAILBOX.test(text)) return "mailbox-unknown";
  if (step === "RCPT TO") return NO_MAILBOX_AT_RCPT.test(text) ? "mailbox-unknown" : null;
  const isContent = /^6\.[0-6]$/.test(detail) || (CONTENT.test(text) && !NOT_OF_CONTENT.test(text));
  return isContent ? "content-refused" : null;
}

export const TOO_LARGE = anyOf(
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
/** The recipient's mailbox is full: it may be emptied. */
export const isFull = ({ step, detail, text }: Refusal) =>
  step !== "MAIL FROM" && (detail === "2.2" || FULL.test(text));

export const isAboutUtf8 = ({ detail, text }: Refusal) =>
  /^6\.[7-9]$/.test(detail) || /smtputf8|internationali[sz]ed/i.test(text);
