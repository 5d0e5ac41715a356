// Mails to a mail server, over a few lines at once.
import type { MailMessage } from "../message/mail-message.ts";
import { buildMime, needsSmtpUtf8 } from "./build-mime.ts";
import type { Delivered, MailTransport } from "./mail-transport.ts";
import { SendFailure } from "./send-failure.ts";
import { createSmtpLane, type SmtpLane } from "./smtp-lane.ts";
import { parseReply, queueIdOf } from "./smtp-reply.ts";
import type { SmtpSettings } from "./smtp-settings.ts";

/** Lines at once, where nothing else is asked for. */
const DEFAULT_LANES = 5;

/** `send` rejects with `SendFailure` alone. More calls at once than `lanes` wait for one another. */
export function createSmtpTransport(settings: SmtpSettings, lanes = DEFAULT_LANES): MailTransport {
  const all = Array.from({ length: lanes }, () => createSmtpLane(settings));
  const free = [...all];
  const waiting: ((lane: SmtpLane) => void)[] = [];
  const take = () => {
    const lane = free.pop();
    return lane === undefined ? new Promise<SmtpLane>((resolve) => waiting.push(resolve)) : Promise.resolve(lane);
  };
  const giveBack = (lane: SmtpLane) => {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next(lane);
  };
  return {
    async send(message, signal) {
      const lane = await take();
      try {
        return await sendOver(lane, message, signal);
      } finally {
        giveBack(lane);
      }
    },
    verify: () => createSmtpLaneOnce(settings),
    async close() {
      for (const lane of all) lane.close();
    },
  };
}

async function createSmtpLaneOnce(settings: SmtpSettings): Promise<void> {
  const lane = createSmtpLane(settings);
  try {
    await lane.verify();
  } finally {
    lane.close();
  }
}

async function sendOver(lane: SmtpLane, message: MailMessage, signal: AbortSignal): Promise<Delivered> {
  const { to, envelopeFrom: from, replyTo } = message;
  const isAsked = [to, from, replyTo?.address ?? ""].some(needsSmtpUtf8);
  // What the server can do is told at its greeting; only mails that depend on it ask beforehand.
  if (isAsked && lane.extensions().size === 0) await lane.verify();
  const international = lane.extensions().has("SMTPUTF8");
  if (needsSmtpUtf8(to) && !international) throw new SendFailure(NO_SMTPUTF8);
  const reply = await lane.send({ from, to }, await buildMime(message, { international }), signal);
  return { reply: parseReply(reply).text, queueId: queueIdOf(reply) };
}

const NO_SMTPUTF8 = {
  outcome: "dead",
  reason: "international-address",
  scope: "mail",
  smtpCode: null,
  enhancedCode: null,
  reply: "The mail server does not take addresses with letters beyond ASCII before the at sign (SMTPUTF8).",
} as const;
