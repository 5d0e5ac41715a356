// A connection to the mail server that mails can go over: greeted, encrypted as the settings ask, and logged in.

import * as tls from "node:tls";
import type NodemailerConnection from "nodemailer/lib/smtp-connection";
import type { MailTarget } from "../../config/targets.ts";
import type { DkimKey } from "../../config/values.ts";
import type { MailLogin } from "./mail-login.ts";
import type { Guard } from "./smtp-guard.ts";
import { type Step, stepsOver } from "./smtp-step.ts";

export const DEFAULT_TIMEOUTS = {
  dnsMs: 10_000,
  /** DNS and connecting together. */
  connectMs: 30_000,
  greetingMs: 30_000,
  /** From the start of an attempt until the mail is on its way. */
  beforeDataMs: 120_000,
  /** From there to the answer. RFC 5321 4.5.3.2.6: ten minutes. */
  replyMs: 600_000,
  /** A server that is not ready for the next mail within this time loses the connection. */
  resetMs: 10_000,
};

export interface SmtpSettings extends Omit<Extract<MailTarget, { type: "smtp" }>, "type"> {
  /** "required": encrypted, and the certificate is checked. "opportunistic": encrypted where offered, unchecked. "off": never. */
  readonly tls: "required" | "opportunistic" | "off";
  /** What the relay calls itself (EHLO). */
  readonly helo?: string;
  /** Certificates to trust besides the system's, in PEM. */
  readonly ca?: string | undefined;
  readonly timeouts?: Readonly<typeof DEFAULT_TIMEOUTS>;
  readonly dkim?: DkimKey | null;
}

export interface SmtpConnection {
  readonly connection: NodemailerConnection;
  readonly step: Step;
  /** The server takes addresses beyond ASCII (SMTPUTF8). */
  readonly isInternational: boolean;
  /** Whether the next MAIL command asks for SMTPUTF8. */
  readonly declareUtf8: (isNeeded: boolean) => void;
}

const MAX_REPLY_BYTES = 65_536;

/** No start waits for the library. */
export async function openConnection(settings: SmtpSettings, login: MailLogin, guard: Guard): Promise<SmtpConnection> {
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const { host, port, implicitTls: secure, helo, timeouts = DEFAULT_TIMEOUTS } = settings;
  const connection = new Connection({
    host,
    port,
    secure,
    ...tlsOptions(settings),
    ...(helo === undefined ? {} : { name: helo }),
    dnsTimeout: timeouts.dnsMs,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.replyMs,
    maxResponseSize: MAX_REPLY_BYTES,
  });
  guard.onEnd(() => connection.close());
  const step = stepsOver(connection);
  const declareUtf8 = utf8Declaration(connection);
  const probe = createTlsProbe(settings, () => connection.lastServerResponse !== false);
  try {
    await Promise.race([step((done) => connection.connect(done)), probe.isTls]);
    const extensions = String(connection.lastServerResponse);
    await login.enter(connection, step, mechanismsIn(extensions));
    return { connection, step, declareUtf8, isInternational: /^\d+[ -]SMTPUTF8\s*$/im.test(extensions) };
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    probe.end();
  }
}

/** "250-AUTH PLAIN LOGIN" → PLAIN, LOGIN. */
const mechanismsIn = (extensions: string): string[] =>
  [...extensions.matchAll(/^\d+[ -]AUTH[ =](.*)$/gim)].flatMap(([, names = ""]) =>
    names
      .trim()
      .toUpperCase()
      .split(/[\s=]+/),
  );

/** The library asks for SMTPUTF8 where the envelope needs it, and has no word for a mail whose header does. */
function utf8Declaration(connection: NodemailerConnection) {
  const inner = connection as unknown as { _sendCommand: (text: string, logged?: string) => void };
  const send = inner._sendCommand.bind(connection);
  let isNeeded = false;
  inner._sendCommand = (text, logged) => {
    const isMissing = isNeeded && text.startsWith("MAIL FROM:") && !text.includes(" SMTPUTF8");
    send(isMissing ? `${text} SMTPUTF8` : text, logged);
  };
  return (isNeededNow: boolean) => {
    isNeeded = isNeededNow;
  };
}

function tlsOptions({ tls, host, ca, implicitTls }: SmtpSettings) {
  const options = { ...serverNameOf(host), minVersion: "TLSv1.2" as const, ...(ca === undefined ? {} : { ca }) };
  if (tls === "required") return { requireTLS: !implicitTls, tls: options };
  if (tls === "off") return { ignoreTLS: true, tls: options };
  // Encryption with an unchecked server: better than none, and all that this setting promises.
  return { opportunisticTLS: true, tls: { ...options, rejectUnauthorized: false } };
}

const serverNameOf = (host: string) => (/[a-z]/i.test(host) && !host.includes(":") ? { servername: host } : {});

/** A server that speaks has greeted by then. */
const SILENT_MS = 1000;
/** Servers for other servers may wait before they greet, and mistrust a client that speaks first. None speaks TLS from the start here. */
const PORT_OF_SERVERS = 25;

const SPEAKS_TLS = "The server speaks TLS from the start: write smtps:// in place of smtp://";

/** A server that waits for TLS never greets: one that stays silent is asked, over another connection. `isTls` rejects where it is so. */
function createTlsProbe({ host, port, implicitTls }: SmtpSettings, hasSpoken: () => boolean) {
  let socket: tls.TLSSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  const isTls = new Promise<never>((_resolve, reject) => {
    if (implicitTls || port === PORT_OF_SERVERS) return;
    const onTls = () => reject(Object.assign(new Error(SPEAKS_TLS), { code: "ETLS" }));
    timer = setTimeout(() => {
      if (hasSpoken()) return;
      // The connection only shows whether TLS is spoken, so the certificate does not matter.
      socket = tls.connect({ host, port, rejectUnauthorized: false, ...serverNameOf(host) }, onTls);
      socket.on("error", () => {});
    }, SILENT_MS);
  });
  return {
    isTls,
    end() {
      clearTimeout(timer);
      socket?.destroy();
    },
  };
}
