// Mails to a mail server, over connections that are kept open for a while, step by step: it is known how far a mail came when something broke.

import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { MailMessage } from "../../mail/mail-message.ts";
import { asciiAddress, needsSmtpUtf8 } from "../../text/email-address.ts";
import { buildMime } from "./build-mime.ts";
import { classifyFailure } from "./classify-failure.ts";
import { createMailLogin, type MailLogin } from "./mail-login.ts";
import type { Delivered, MailTransport } from "./mail-transport.ts";
import { SendFailure } from "./send-failure.ts";
import { DEFAULT_TIMEOUTS, openConnection, type SmtpConnection, type SmtpSettings } from "./smtp-connection.ts";
import { createGuard, type Guard, NO_SMTPUTF8 } from "./smtp-guard.ts";
import { parseReply, queueIdOf, type SmtpError } from "./smtp-reply.ts";

/** Idle connections are closed well before servers do it, which would cost the next mail a connection that is none. */
const IDLE_MS = 20_000;
const MAILS_PER_CONNECTION = 100;

/** A connection between two mails. */
interface PooledConnection extends SmtpConnection {
  /** The number of mails begun over it. */
  mails: number;
  /** Whether the next mail can go over it: at once, or when the server has forgotten the last one. */
  state: "ready" | "to-reset" | "closed";
  idleTimer?: NodeJS.Timeout;
}

/** `login`: shared by all transports to the same server. */
export function createSmtpTransport(
  settings: SmtpSettings,
  login: MailLogin = createMailLogin(settings),
): MailTransport {
  const free: PooledConnection[] = [];
  const { beforeDataMs, resetMs } = settings.timeouts ?? DEFAULT_TIMEOUTS;

  const open = async (guard: Guard): Promise<PooledConnection> => {
    const pooled: PooledConnection = { ...(await openConnection(settings, login, guard)), mails: 0, state: "ready" };
    pooled.connection.once("end", () => {
      pooled.state = "closed";
    });
    return pooled;
  };
  /** An open connection that is free; undefined where there is none. */
  const takeUsed = async (guard: Guard): Promise<PooledConnection | undefined> => {
    for (let pooled = free.pop(); pooled !== undefined; pooled = free.pop()) {
      const { connection } = pooled;
      clearTimeout(pooled.idleTimer);
      guard.onEnd(() => connection.close());
      if (pooled.state === "to-reset" && !(await isReset(pooled, resetMs))) connection.close();
      else if (pooled.state !== "closed") return pooled;
    }
    return undefined;
  };
  const putBack = (pooled: PooledConnection) => {
    if (pooled.state === "closed") return;
    if (pooled.mails >= MAILS_PER_CONNECTION) return pooled.connection.quit();
    pooled.idleTimer = setTimeout(() => close(pooled), IDLE_MS).unref();
    free.push(pooled);
  };
  const close = (pooled: PooledConnection) => {
    clearTimeout(pooled.idleTimer);
    pooled.state = "closed";
    pooled.connection.quit();
  };
  const sendOver = async (pooled: PooledConnection, message: MailMessage, guard: Guard): Promise<Delivered> => {
    const progress = {
      isMailBegun: false,
      isDataBegun: false,
      isDataSent: false,
      isInternational: needsSmtpUtf8(message.to) || needsSmtpUtf8(message.envelopeFrom),
    };
    const isUsed = pooled.mails > 0;
    try {
      return await guard.during(sendMessage(pooled, message, settings, progress, guard));
    } catch (error) {
      if (error instanceof SendFailure) throw error;
      const cause = (guard.reason() ?? error) as SmtpError;
      if (isAboutMail(cause)) pooled.state = "to-reset";
      else pooled.connection.close();
      if (isUsed && !progress.isDataBegun && isAboutConnection(cause)) throw new ConnectionOver();
      throw new SendFailure(classifyFailure(cause, progress), error);
    } finally {
      putBack(pooled);
    }
  };

  return {
    async send(message, signal) {
      const guard = createGuard(beforeDataMs, signal);
      try {
        const used = await guard.during(takeUsed(guard));
        if (used !== undefined)
          try {
            return await sendOver(used, message, guard);
          } catch (error) {
            if (!(error instanceof ConnectionOver)) throw error;
          }
        return await sendOver(await guard.during(open(guard)), message, guard);
      } catch (error) {
        if (error instanceof SendFailure) throw error;
        const cause = (guard.reason() ?? error) as SmtpError;
        throw new SendFailure(classifyFailure(cause, NOT_BEGUN), error);
      } finally {
        guard.end();
      }
    },
    async close() {
      for (const pooled of free.splice(0)) close(pooled);
    },
  };
}

const NOT_BEGUN = { isMailBegun: false, isDataSent: false, isInternational: false };

/** The server takes no more mails over this connection, as some do after each: no fault, and another connection shows what it makes of the mail. */
class ConnectionOver extends Error {}

/** The server ended the connection, or takes no further mail over it. */
const isAboutConnection = ({ code, command, responseCode }: SmtpError) =>
  responseCode === 421 ||
  (responseCode !== undefined && command === "MAIL FROM") ||
  code === "ECONNECTION" ||
  (code === "ESOCKET" && responseCode === undefined);

/** The server refused the mail alone: others can go over the connection. */
const isAboutMail = ({ code, responseCode }: SmtpError) =>
  (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== 421;

/** What became of the last mail is recorded by now: a server that does not answer keeps no result from that. */
async function isReset({ connection, step }: SmtpConnection, resetMs: number): Promise<boolean> {
  const timeout = new AbortController();
  const isOver = wait(resetMs, false, { signal: timeout.signal }).catch(() => false);
  const isDone = step((done) => connection.reset(done)).then(
    () => true,
    () => false,
  );
  const isFine = await Promise.race([isDone, isOver]);
  timeout.abort();
  return isFine;
}

async function sendMessage(
  pooled: PooledConnection,
  message: MailMessage,
  { dkim, timeouts = DEFAULT_TIMEOUTS }: SmtpSettings,
  progress: { isMailBegun: boolean; isDataBegun: boolean; isDataSent: boolean; readonly isInternational: boolean },
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
