// One connection to the mail server: a nodemailer pool with a single connection, kept open between mails. Being alone on it, a mail
// can be followed: what the server offers, and whether the whole mail was on its way when something broke.
import { needsSmtpUtf8 } from "./build-mime.ts";
import { classifyFailure, type SendProgress, type SmtpError } from "./classify-failure.ts";
import { SendFailure } from "./send-failure.ts";
import type { SmtpSettings, SmtpTimeouts } from "./smtp-settings.ts";

export interface Envelope {
  readonly from: string;
  readonly to: string;
}

export interface SmtpConnection {
  /** Answers the server's reply to the end of the data. Rejects with `SendFailure`. */
  send(envelope: Envelope, mime: Buffer, signal: AbortSignal): Promise<string>;
  /** Greeting, TLS and login, on a connection of its own. Rejects with `SendFailure`. */
  verify(): Promise<void>;
  /** What the server said it can do, in capitals ("SMTPUTF8"); empty before the first connection. */
  extensions(): ReadonlySet<string>;
  close(): void;
}

interface Progress {
  isMailBegun: boolean;
  isDataSent: boolean;
  onDataSent: () => void;
  extensions: ReadonlySet<string>;
}

export function createSmtpConnection(settings: SmtpSettings): SmtpConnection {
  const progress: Progress = { isMailBegun: false, isDataSent: false, onDataSent: () => {}, extensions: new Set() };
  let opened: ReturnType<typeof openPool> | null = null;
  const pool = () => {
    opened ??= openPool(settings, progress);
    return opened;
  };
  return {
    async send(envelope, mime, signal) {
      progress.isMailBegun = false;
      progress.isDataSent = false;
      const limit = limitPhases(settings.timeouts, progress, signal);
      try {
        const { response } = await (await pool()).sendMail({
          envelope: { ...envelope },
          raw: mime,
          signal: limit.signal,
        });
        return response ?? "";
      } catch (error) {
        throw failure(limit.isTimeout() ? timedOut(error) : error, {
          ...progress,
          isInternational: needsSmtpUtf8(envelope.to),
        });
      } finally {
        limit.end();
      }
    },
    async verify() {
      try {
        await (await pool()).verify();
      } catch (error) {
        throw failure(error, { isMailBegun: false, isDataSent: false, isInternational: false });
      }
    },
    extensions: () => progress.extensions,
    close: () => void opened?.then((each) => each.close()),
  };
}

/** The library is loaded by the first mail: no start waits for it. */
async function openPool(settings: SmtpSettings, progress: Progress) {
  const { createTransport } = (await import("nodemailer")).default;
  const pool = createTransport(poolOptions(settings, progress));
  // Faults of idle connections; those of a mail reject its sending.
  pool.on("error", () => {});
  return pool;
}

function failure(error: unknown, progress: SendProgress): SendFailure {
  const known = error instanceof Error ? (error as SmtpError) : { message: String(error) };
  return new SendFailure(classifyFailure(known, progress), error);
}

const timedOut = (cause: unknown) =>
  Object.assign(new Error("The mail server took too long", { cause }), { code: "ETIMEDOUT" });

/** Idle connections are closed well before servers do it, which would cost the next mail an attempt. */
const IDLE_MS = 20_000;
const MAILS_PER_CONNECTION = 100;

function poolOptions(settings: SmtpSettings, progress: Progress) {
  const { timeouts } = settings;
  return {
    pool: true as const,
    host: settings.host,
    port: settings.port,
    secure: settings.isImplicitTls,
    ...(settings.login === null ? {} : { auth: { user: settings.login.user, pass: settings.login.password } }),
    ...tlsOptions(settings),
    maxConnections: 1,
    maxMessages: MAILS_PER_CONNECTION,
    // The outbox alone tries again.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    dnsTimeout: timeouts.dnsMs,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.replyMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
    logger: followingLogger(progress),
  };
}

function tlsOptions({ tls, host, ca, isImplicitTls }: SmtpSettings) {
  const servername = /[a-z]/i.test(host) && !host.includes(":") ? { servername: host } : {};
  const options = { ...servername, minVersion: "TLSv1.2" as const, ...(ca === null ? {} : { ca }) };
  if (tls === "required") return { requireTLS: !isImplicitTls, tls: options };
  if (tls === "off") return { ignoreTLS: true, tls: options };
  // Encryption with an unchecked server: better than none, and all that this setting promises.
  return { opportunisticTLS: true, tls: { ...options, rejectUnauthorized: false } };
}

/**
 * Two limits on the wall clock, which a server that trickles bytes cannot stretch: until the mail is on its way, and from there to
 * the answer. RFC 5321 4.5.3.2 requires ten minutes of patience at the end.
 */
function limitPhases({ beforeDataMs, replyMs }: SmtpTimeouts, progress: Progress, outer: AbortSignal) {
  const stop = new AbortController();
  let isTimeout = false;
  const expire = () => {
    isTimeout = true;
    stop.abort();
  };
  const onAbort = () => stop.abort(outer.reason);
  let timer = setTimeout(expire, beforeDataMs);
  progress.onDataSent = () => {
    clearTimeout(timer);
    timer = setTimeout(expire, replyMs);
  };
  if (outer.aborted) onAbort();
  outer.addEventListener("abort", onAbort, { once: true });
  return {
    signal: stop.signal,
    isTimeout: () => isTimeout,
    end: () => {
      clearTimeout(timer);
      progress.onDataSent = () => {};
      outer.removeEventListener("abort", onAbort);
    },
  };
}

/** nodemailer reports its steps to a logger; nothing of it is written down. */
function followingLogger(progress: Progress) {
  let isAfterEhlo = false;
  const quiet = () => {};
  const debug = ({ tnx }: { tnx?: string }, text: unknown) => {
    if (tnx === "client") {
      isAfterEhlo = /^EHLO /.test(String(text));
      progress.isMailBegun ||= /^MAIL FROM:/i.test(String(text));
    }
    if (tnx !== "server" || !isAfterEhlo) return;
    isAfterEhlo = false;
    if (/^250[ -]/.test(String(text))) progress.extensions = extensionsOf(String(text));
  };
  const info = ({ tnx }: { tnx?: string }) => {
    if (tnx !== "message") return;
    progress.isDataSent = true;
    progress.onDataSent();
  };
  return { level: quiet, trace: quiet, debug, info, warn: quiet, error: quiet, fatal: quiet };
}

const extensionsOf = (greeting: string): ReadonlySet<string> =>
  new Set(
    greeting
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.slice(4).split(" ")[0]?.toUpperCase() ?? ""),
  );
