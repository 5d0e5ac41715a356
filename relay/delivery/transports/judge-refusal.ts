// What a refusal of sender, recipient or mail is about, by its code (RFC 5321, 3463, 5248), its step and its words. It ends a mail only where
// it is clearly about this recipient (no such mailbox, mailbox disabled, bad address) or this mail (too large, content). Everything else waits:
// problems of our account, sender, quota, address or TLS, and unclear ones. Trying for days costs nothing; a lost request does.

import { isAboutUtf8, isFull, reasonToEnd } from "./about-mail.ts";
import { isAboutSender, isAboutUs, isLogin, isTls, RELAYING } from "./about-us.ts";
import type { FailureReason } from "./failure-reason.ts";
import { type Refusal, type RefusedStep, refusalOf } from "./refusal.ts";
import type { Failure } from "./send-failure.ts";
import type { SmtpReply } from "./smtp-reply.ts";

export type Judgement = Pick<Failure, "outcome" | "reason" | "scope">;

const giveUp = (reason: FailureReason): Judgement => ({ outcome: "dead", reason, scope: "mail" });
const wait = (reason: FailureReason): Judgement => ({ outcome: "deferred", reason, scope: "mail" });
/** Our own fault, or the server's with all mails like this one. A server may well treat others differently. */
const waitAll = (reason: FailureReason): Judgement => ({ outcome: "deferred", reason, scope: "route" });

/** `isInternational`: a local part beyond ASCII is in the envelope. */
export function judgeRefusal(step: RefusedStep, reply: SmtpReply, isInternational: boolean): Judgement {
  const refusal = refusalOf(step, reply);
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

/** For now (4xx). */
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

function reasonToWait(refusal: Refusal, isInternational: boolean): FailureReason {
  if (isTls(refusal)) return "tls";
  if (isLogin(refusal)) return "login";
  if (isAboutSender(refusal)) return "sender-refused";
  const isProtocol = refusal.code <= 504 || /^5\./.test(refusal.detail);
  if (isProtocol || (refusal.step === "MAIL FROM" && isInternational)) return "protocol";
  return refusal.step === "MAIL FROM" ? "sender-refused" : "server-refused";
}
