// Mails to a mail server, over connections that are kept open for a while, step by step: it is known how far a mail came when something broke.
import { once } from "node:events";
import { Readable } from "node:stream";
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import type { DkimKey, MailTarget } from "../config/values.ts";
import type { MailMessage } from "../mail/mail-message.ts";
import { buildMime, needsSmtpUtf8 } from "./build-mime.ts";
import { classifyFailure } from "./classify-failure.ts";
import { type Delivered, type MailTransport, SendFailure } from "./mail-transport.ts";
import { parseReply, queueIdOf, type SmtpError } from "./smtp-reply.ts";

/** Idle connections are closed well before servers do it, which would cost the next mail an attempt. */
const IDLE_MS = 20_000;
const MAILS_PER_CONNECTION = 100;
const MAX_REPLY_BYTES = 65_536;

interface Line {
  readonly connection: SmtpConnection;
  readonly step: Step;
  /** The server takes addresses beyond ASCII (SMTPUTF8). */
  readonly isInternational: boolean;
  mails: number;
  isOpen: boolean;
  idleTimer?: NodeJS.Timeout;
}

export function createSmtpTransport(settings: SmtpSettings): MailTransport {
  const free: Line[] = [];
  const take = (): Line | undefined => {
    for (let line = free.pop(); line !== undefined; line = free.pop()) {
      clearTimeout(line.idleTimer);
      if (line.isOpen) return line;
    }
    return undefined;
  };
  const putBack = (line: Line) => {
    if (!line.isOpen || line.mails >= MAILS_PER_CONNECTION) return line.connection.quit();
    line.idleTimer = setTimeout(() => close(line), IDLE_MS).unref();
    free.push(line);
  };
  const close = (line: Line) => {
    clearTimeout(line.idleTimer);
    line.isOpen = false;
    line.connection.quit();
  };

  return {
    async send(message, signal) {
      const progress = { isMailBegun: false, isDataSent: false, isInternational: needsSmtpUtf8(message.to) };
      const guard = createGuard((settings.timeouts ?? DEFAULT_TIMEOUTS).beforeDataMs, signal);
      let line: Line | undefined;
      try {
        const current = take() ?? (await guard.during(openLine(settings, guard)));
        line = current;
        guard.onEnd(() => current.connection.close());
        return await guard.during(sendOver(current, message, settings, progress, guard));
      } catch (error) {
        if (error instanceof SendFailure) throw error;
        const cause = (guard.reason() ?? error) as SmtpError;
        if (line !== undefined) line.isOpen = await isFineAfter(cause, line);
        throw new SendFailure(classifyFailure(cause, progress), error);
      } finally {
        guard.end();
        if (line !== undefined) putBack(line);
      }
    },
    async close() {
      for (const line of free.splice(0)) close(line);
    },
  };
}

async function sendOver(
  line: Line,
  message: MailMessage,
  { dkim, timeouts = DEFAULT_TIMEOUTS }: SmtpSettings,
  progress: { isMailBegun: boolean; isDataSent: boolean },
  guard: Guard,
): Promise<Delivered> {
  const { to, envelopeFrom: from } = message;
  const { isInternational: international } = line;
  if (needsSmtpUtf8(to) && !international)
    throw new SendFailure({ outcome: "dead", reason: "international-address", scope: "mail", reply: NO_SMTPUTF8 });
  const mime = await buildMime(message, { international, dkim });
  const body = Readable.from(mime);
  body.once("end", () => {
    progress.isDataSent = true;
    guard.restart(timeouts.replyMs);
  });
  line.mails += 1;
  progress.isMailBegun = true;
  const reply = await new Promise<string>((resolve, reject) => {
    line.connection.send({ from, to, size: mime.length }, body, (error, info) =>
      error ? reject(error) : resolve(info?.response ?? ""),
    );
  });
  return { reply: parseReply(reply).text, queueId: queueIdOf(reply) };
}

/** Where the server refused the mail alone, others can go over the connection. */
async function isFineAfter({ code, responseCode }: SmtpError, { connection, step }: Line): Promise<boolean> {
  if ((code !== "EENVELOPE" && code !== "EMESSAGE") || responseCode === 421) return false;
  return step((done) => connection.reset(done)).then(
    () => true,
    () => false,
  );
}

type Step = ReturnType<typeof stepsOver>;

/** The library calls nobody back when the connection ends: each step over it fails then. */
function stepsOver(connection: SmtpConnection) {
  const ended = new Promise<never>((_resolve, reject) => {
    connection.on("error", reject);
    connection.once("end", () => reject(Object.assign(new Error("Connection closed"), { code: "ECONNECTION" })));
  });
  ended.catch(() => {});
  return (begin: (done: (error?: Error | null) => void) => void): Promise<void> => {
    const step = new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
    return Promise.race([step, ended]);
  };
}

/** Connected, and logged in where there is a login and the server offers one. No start waits for the library. */
export async function openLine(settings: SmtpSettings, guard: Guard): Promise<Line> {
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const { host, port, implicitTls: secure, user, password, timeouts = DEFAULT_TIMEOUTS } = settings;
  const connection = new Connection({
    ...{ host, port, secure, ...tlsOptions(settings) },
    dnsTimeout: timeouts.dnsMs,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.replyMs,
    maxResponseSize: MAX_REPLY_BYTES,
  });
  guard.onEnd(() => connection.close());
  const step = stepsOver(connection);
  try {
    await step((done) => connection.connect(done));
    const isInternational = /^\d+[ -]SMTPUTF8\s*$/im.test(String(connection.lastServerResponse));
    if (user !== null && connection.allowsAuth)
      await step((done) => connection.login({ user, pass: password ?? "" }, done));
    const line: Line = { connection, step, isInternational, mails: 0, isOpen: true };
    connection.once("end", () => {
      line.isOpen = false;
    });
    return line;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function tlsOptions({ tls, host, ca, implicitTls }: SmtpSettings) {
  const servername = /[a-z]/i.test(host) && !host.includes(":") ? { servername: host } : {};
  const options = { ...servername, minVersion: "TLSv1.2" as const, ...(ca === undefined ? {} : { ca }) };
  if (tls === "required") return { requireTLS: !implicitTls, tls: options };
  if (tls === "off") return { ignoreTLS: true, tls: options };
  // Encryption with an unchecked server: better than none, and all that this setting promises.
  return { opportunisticTLS: true, tls: { ...options, rejectUnauthorized: false } };
}

type Guard = ReturnType<typeof createGuard>;

/** Limits on the wall clock, which a server that trickles bytes cannot stretch: until the mail is on its way, and to the answer. */
export function createGuard(ms: number, signal?: AbortSignal) {
  const ended = new AbortController();
  const over = once(ended.signal, "abort").then(() => Promise.reject(ended.signal.reason));
  over.catch(() => {});
  const stop = (message: string, code: string) => ended.abort(Object.assign(new Error(message), { code }));
  const expire = () => stop("The mail server took too long", "ETIMEDOUT");
  const onAbort = () => stop("The attempt was ended", "EABORT");
  let timer = setTimeout(expire, ms);
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    /** Rejects where the time is over or the attempt is ended. */
    during: <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, over]),
    onEnd(close: () => void) {
      if (ended.signal.aborted) close();
      else ended.signal.addEventListener("abort", close);
    },
    restart(next: number) {
      clearTimeout(timer);
      timer = setTimeout(expire, next);
    },
    /** Why it ended; undefined while it goes on. */
    reason: (): Error | undefined => ended.signal.reason,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

const NO_SMTPUTF8 = "The mail server does not take addresses with letters beyond ASCII before the at sign (SMTPUTF8).";

// How the mail server is reached.

export const DEFAULT_TIMEOUTS = {
  dnsMs: 10_000,
  /** DNS and connecting together. */
  connectMs: 30_000,
  greetingMs: 30_000,
  /** From the start of an attempt until the mail is on its way. */
  beforeDataMs: 120_000,
  /** From there to the answer. RFC 5321 4.5.3.2.6: ten minutes. */
  replyMs: 600_000,
};

export interface SmtpSettings extends Omit<Extract<MailTarget, { type: "smtp" }>, "type"> {
  /** "required": encrypted, and the certificate is checked. "opportunistic": encrypted where offered, unchecked. "off": never. */
  readonly tls: "required" | "opportunistic" | "off";
  /** Certificates to trust besides the system's, in PEM. */
  readonly ca?: string | undefined;
  readonly timeouts?: Readonly<typeof DEFAULT_TIMEOUTS>;
  readonly dkim?: DkimKey | null;
}
