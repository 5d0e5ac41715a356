// Mails to a mail server, over connections that are kept open for a while, step by step: it is known how far a mail came when something broke.

import { Readable } from "node:stream";
import type { MailMessage } from "../../mail/mail-message.ts";
import { asciiAddress, needsSmtpUtf8 } from "../../text/email-address.ts";
import { buildMime } from "./build-mime.ts";
import { classifyFailure } from "./classify-failure.ts";
import { createMailLogin, type MailLogin } from "./mail-login.ts";
import type { Delivered, MailTransport } from "./mail-transport.ts";
import { SendFailure } from "./send-failure.ts";
import { DEFAULT_TIMEOUTS, type SmtpSettings } from "./smtp-connection.ts";
import { createGuard, type Guard, NO_SMTPUTF8 } from "./smtp-guard.ts";
import { createSmtpPool, type PooledConnection } from "./smtp-pool.ts";
import { parseReply, queueIdOf, type SmtpError } from "./smtp-reply.ts";

const NOT_BEGUN = { isMailBegun: false, isDataSent: false, isInternational: false };

/** `login`: shared by all transports to the same server. */
export function createSmtpTransport(
  settings: SmtpSettings,
  login: MailLogin = createMailLogin(settings),
): MailTransport {
  const pool = createSmtpPool(settings, login);
  const { beforeDataMs } = settings.timeouts ?? DEFAULT_TIMEOUTS;

  const sendOver = async (pooled: PooledConnection, message: MailMessage, guard: Guard): Promise<Delivered> => {
    try {
      return await sendMail(pooled, message, settings, guard);
    } finally {
      pool.putBack(pooled);
    }
  };
  /** Null where no connection is open that takes another mail. */
  const sendOverUsed = async (message: MailMessage, guard: Guard): Promise<Delivered | null> => {
    const used = await guard.during(pool.takeUsed(guard));
    if (used === undefined) return null;
    try {
      return await sendOver(used, message, guard);
    } catch (error) {
      if (error instanceof ConnectionOver) return null;
      throw error;
    }
  };
  const sendOverNew = async (message: MailMessage, guard: Guard): Promise<Delivered> =>
    sendOver(await guard.during(pool.open(guard)), message, guard);

  return {
    async send(message, signal) {
      const guard = createGuard(beforeDataMs, signal);
      try {
        return (await sendOverUsed(message, guard)) ?? (await sendOverNew(message, guard));
      } catch (error) {
        if (error instanceof SendFailure) throw error;
        const cause = (guard.reason() ?? error) as SmtpError;
        throw new SendFailure(classifyFailure(cause, NOT_BEGUN), error);
      } finally {
        guard.end();
      }
    },
    async close() {
      pool.close();
    },
  };
}

/** How far a mail came. */
interface Progress {
  isMailBegun: boolean;
  isDataBegun: boolean;
  isDataSent: boolean;
  readonly isInternational: boolean;
}

/** The server takes no more mails over this connection, as some do after each: no fault, and another connection shows what it makes of the mail. */
class ConnectionOver extends Error {}

/** Rejects with `SendFailure`, or with `ConnectionOver` where the mail can go over another connection. */
async function sendMail(
  pooled: PooledConnection,
  message: MailMessage,
  settings: SmtpSettings,
  guard: Guard,
): Promise<Delivered> {
  const progress: Progress = {
    isMailBegun: false,
    isDataBegun: false,
    isDataSent: false,
    isInternational: needsSmtpUtf8(message.to) || needsSmtpUtf8(message.envelopeFrom),
  };
  const isUsed = pooled.mails > 0;
  try {
    return await guard.during(converse(pooled, message, settings, progress, guard));
  } catch (error) {
    if (error instanceof SendFailure) throw error;
    const cause = (guard.reason() ?? error) as SmtpError;
    if (isAboutMail(cause)) pooled.state = "to-reset";
    else pooled.connection.close();
    if (isUsed && !progress.isDataBegun && isAboutConnection(cause)) throw new ConnectionOver();
    throw new SendFailure(classifyFailure(cause, progress), error);
  }
}

async function converse(
  pooled: PooledConnection,
  message: MailMessage,
  { dkim, timeouts = DEFAULT_TIMEOUTS }: SmtpSettings,
  progress: Progress,
  guard: Guard,
): Promise<Delivered> {
  const { isInternational: international } = pooled;
  if (progress.isInternational && !international) throw notInternational(message);
  const mime = await buildMime(message, { international, dkim });
  const body = Readable.from(mime);
  body.once("resume", () => {
    progress.isDataBegun = true;
  });
  body.once("end", () => {
    progress.isDataSent = true;
    guard.restart(timeouts.replyMs);
  });
  pooled.mails += 1;
  pooled.declareUtf8(international && needsSmtpUtf8(message.replyTo?.address ?? ""));
  progress.isMailBegun = true;
  const envelope = { from: asciiAddress(message.envelopeFrom), to: asciiAddress(message.to), size: mime.length };
  const reply = await new Promise<string>((resolve, reject) => {
    pooled.connection.send(envelope, body, (error, info) => (error ? reject(error) : resolve(info?.response ?? "")));
  });
  return { reply: parseReply(reply).text, queueId: queueIdOf(reply) };
}

const notInternational = ({ to }: MailMessage): SendFailure =>
  needsSmtpUtf8(to)
    ? new SendFailure({ outcome: "dead", reason: "international-address", scope: "mail", reply: NO_SMTPUTF8 })
    : new SendFailure({ outcome: "deferred", reason: "sender-refused", scope: "route", reply: NO_SMTPUTF8 });

/** The server ended the connection, or takes no further mail over it. */
const isAboutConnection = ({ code, command, responseCode }: SmtpError) =>
  responseCode === 421 ||
  (responseCode !== undefined && command === "MAIL FROM") ||
  code === "ECONNECTION" ||
  (code === "ESOCKET" && responseCode === undefined);

/** The server refused the mail alone: others can go over the connection. */
const isAboutMail = ({ code, responseCode }: SmtpError) =>
  (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 421;
