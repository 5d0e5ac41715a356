// Mails to a mail server, over a few connections at once.
import type { DkimKey } from "../config/deliverability.ts";
import type { MailMessage } from "../message/mail-message.ts";
import { buildMime, needsSmtpUtf8 } from "./build-mime.ts";
import type { Delivered, MailTransport } from "./mail-transport.ts";
import { SendFailure } from "./send-failure.ts";
import { createSmtpConnection, type SmtpConnection } from "./smtp-connection.ts";
import { parseReply, queueIdOf } from "./smtp-reply.ts";
import type { SmtpSettings } from "./smtp-settings.ts";

/** Connections at once, where nothing else is set. */
const DEFAULT_CONNECTIONS = 5;

/** `send` rejects with `SendFailure` alone. More calls at once than `connections` wait for one another. */
export function createSmtpTransport(settings: SmtpSettings, connections = DEFAULT_CONNECTIONS): MailTransport {
  const all = Array.from({ length: connections }, () => createSmtpConnection(settings));
  const free = [...all];
  const waiting: ((connection: SmtpConnection) => void)[] = [];
  const take = () => {
    const connection = free.pop();
    return connection === undefined
      ? new Promise<SmtpConnection>((resolve) => waiting.push(resolve))
      : Promise.resolve(connection);
  };
  const giveBack = (connection: SmtpConnection) => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };
  return {
    async send(message, signal) {
      const connection = await take();
      try {
        return await sendOver(connection, message, settings.dkim ?? [], signal);
      } finally {
        giveBack(connection);
      }
    },
    verify: () => verifyOnce(settings),
    async close() {
      for (const connection of all) connection.close();
    },
  };
}

async function verifyOnce(settings: SmtpSettings): Promise<void> {
  const connection = createSmtpConnection(settings);
  try {
    await connection.verify();
  } finally {
    connection.close();
  }
}

async function sendOver(
  connection: SmtpConnection,
  message: MailMessage,
  dkim: readonly DkimKey[],
  signal: AbortSignal,
): Promise<Delivered> {
  const { to, envelopeFrom: from, replyTo } = message;
  const isAsked = [to, from, replyTo?.address ?? ""].some(needsSmtpUtf8);
  // A server announces what it can do at its greeting; only mails that depend on it check beforehand.
  if (isAsked && connection.extensions().size === 0) await connection.verify();
  const international = connection.extensions().has("SMTPUTF8");
  if (needsSmtpUtf8(to) && !international) throw new SendFailure(NO_SMTPUTF8);
  const reply = await connection.send({ from, to }, await buildMime(message, { international, dkim }), signal);
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
