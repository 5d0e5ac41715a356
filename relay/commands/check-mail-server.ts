// The mail server as the relay will meet it, by the same client: greeting, TLS, login, size, and whether it takes our sender and our recipients.

import { randomUUID } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import type { RelayConfig } from "../config/config.ts";
import { createMailTransport } from "../delivery/create-mail-transport.ts";
import { SendFailure } from "../delivery/mail-transport.ts";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly isSecure: boolean;
  readonly user: string | null;
  readonly password: string | null;
  readonly tls: "required" | "opportunistic" | "off";
}

export interface MailProbe {
  readonly server: MailServer;
  /** Addresses alone, without names. */
  readonly from: string;
  readonly recipients: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Bytes that the largest mail we make can have: every field full, each character written in base64, twice (text and HTML). */
const LARGEST_MAIL_BYTES = 512 * 1024;
const DAY_MS = 86_400_000;
/** RFC 5321 allows minutes for each step, an operator at a terminal does not. */
const STEP_MS = 15_000;
const ALL_MS = 60_000;
const MAX_REPLY_BYTES = 65_536;

/** What the server says it can do, and a way to say something of our own. */
type Session = Pick<SmtpConnection.CustomAuthenticationContext, "extensions" | "maxAllowedSize" | "sendCommand">;
/** The library's way to log in by a method of one's own is one to converse freely: no mail is sent. */
const CONVERSE = "CONVERSE";

export async function checkMailServer(probe: MailProbe): Promise<Finding[]> {
  const { host, port, isSecure, tls } = probe.server;
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  let session: Session | undefined;
  const connection = new Connection({
    ...{ host, port, secure: isSecure, ignoreTLS: tls === "off", opportunisticTLS: true },
    // Valid or not, the certificate is checked afterwards: every problem is reported.
    tls: { rejectUnauthorized: false },
    ...{ dnsTimeout: STEP_MS, connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS },
    maxResponseSize: MAX_REPLY_BYTES,
    customAuth: {
      [CONVERSE](given) {
        session = given;
        given.resolve();
      },
    },
  });
  const findings: Finding[] = [];
  const timer = setTimeout(() => connection.close(), ALL_MS).unref();
  const over = new Promise<never>((_, reject) => {
    connection.on("error", reject);
    connection.on("end", () => reject(new Error("The connection was closed.")));
  });
  over.catch(() => {});
  const during = <Result>(work: (done: (error?: Error | null, result?: Result) => void) => void) =>
    Promise.race([new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve()))), over]);
  try {
    await during((done) => connection.connect(done));
    findings.push(ok("mail server: greeting", `${host}:${port} speaks SMTP`));
    const protection = tlsFinding(connection, probe);
    findings.push(protection);
    // An unknown server must not get the password.
    if (protection.status === "failed") return findings;
    const login = await loginFinding(connection, probe.server, during);
    await during((done) => connection.login({ method: CONVERSE } as never, done));
    if (session === undefined) return findings;
    findings.push(login, sizeFinding(session.maxAllowedSize || 0), internationalFinding(session.extensions));
    if (login.status !== "failed") await Promise.race([checkEnvelope(session, probe, findings), over]);
    connection.quit();
    await over.catch(() => {});
  } catch (error) {
    findings.push(brokenFinding(connection, probe.server, error as Error));
  } finally {
    clearTimeout(timer);
    connection.close();
  }
  return findings;
}

/** `lastServerResponse`: false where the server has said nothing yet. */
function brokenFinding({ lastServerResponse }: SmtpConnection, { host, port }: MailServer, error: Error): Finding {
  const isGreeting = !lastServerResponse || /^Invalid greeting/.test(error.message);
  return isGreeting
    ? failed(
        "mail server: greeting",
        `${host}:${port} could not be talked to: ${printable(error.message)}`,
        "check host and port in RELAY_MAIL_URL, and that this machine may open that port (many networks close 25); a server that takes no mail from here says why",
      )
    : failed(
        "mail server: conversation",
        `It broke off: ${printable(error.message)}`,
        "ask the mail server's operator; its log says why",
      );
}

function tlsFinding(connection: SmtpConnection, { server: { tls, host }, now }: MailProbe): Finding {
  const check = "mail server: TLS";
  if (!connection.secure) {
    if (tls === "required")
      return failed(
        check,
        "The server offers no TLS, and RELAY_TLS requires it: no mail would leave.",
        "use a port with TLS (587 or 465), or set RELAY_TLS=off where the network in between is yours",
      );
    return warning(check, "Mails travel unprotected.", "set RELAY_TLS=required once the server offers TLS");
  }
  // The library has no other word on the certificate.
  const socket = (connection as unknown as { readonly _socket: TLSSocket })._socket;
  if (!socket.authorized)
    return (tls === "required" ? failed : warning)(
      check,
      `The certificate of ${host} is not believed: ${printable(String(socket.authorizationError))}`,
      "use the name in the certificate as host, or give its authority in NODE_EXTRA_CA_CERTS",
    );
  const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now) / DAY_MS);
  if (days < 14) return warning(check, `The certificate ends in ${days} days.`, "have it renewed");
  return ok(check, `${socket.getProtocol()}, certificate believed, ${days} days left`);
}

type During = (work: (done: (error?: Error | null) => void) => void) => Promise<unknown>;

async function loginFinding(
  connection: SmtpConnection,
  { user, password }: MailServer,
  during: During,
): Promise<Finding> {
  const check = "mail server: login";
  if (user === null || password === null)
    return skipped(check, "RELAY_MAIL_URL names no user: the server must take mail from this machine's address.");
  if (!connection.allowsAuth)
    return failed(
      check,
      "The server offers no login.",
      "many servers offer it under TLS only: see RELAY_TLS and the port",
    );
  try {
    await during((done) => connection.login({ user, pass: password } as never, done));
    return ok(check, "accepted");
  } catch (error) {
    const { responseCode } = error as { readonly responseCode?: number };
    if (responseCode === undefined) throw error;
    return failed(
      check,
      `Refused with ${responseCode}.`,
      "check user and password in RELAY_MAIL_URL; characters such as @ : / in them are written as %40 %3A %2F",
    );
  }
}

function sizeFinding(limit: number): Finding {
  const check = "mail server: size";
  if (limit > 0 && limit < LARGEST_MAIL_BYTES)
    return warning(
      check,
      `It takes mails of up to ${limit} bytes; a long request may be larger.`,
      `ask for a limit of ${LARGEST_MAIL_BYTES} bytes at least`,
    );
  return ok(check, limit > 0 ? `mails of up to ${Math.floor(limit / 1024)} KiB` : "no limit announced");
}

function internationalFinding(extensions: readonly string[]): Finding {
  const check = "mail server: international addresses";
  return extensions.includes("SMTPUTF8")
    ? ok(check, "taken (SMTPUTF8)")
    : warning(
        check,
        "The server does not take addresses such as zoë@example.com (SMTPUTF8).",
        "acknowledgements to such visitors will not arrive; the team's mail will",
      );
}

/** Sender and recipients are named and taken back: RSET comes before any mail. */
async function checkEnvelope(session: Session, { from, recipients }: MailProbe, findings: Finding[]): Promise<void> {
  const sender = await session.sendCommand(`MAIL FROM:<${from}>`);
  if (sender.status !== 250) {
    findings.push(
      failed(
        "mail server: sender",
        `It refuses ${from} as sender: ${printable(sender.response)}`,
        "set RELAY_MAIL_FROM to an address this account may send as",
      ),
    );
    return;
  }
  findings.push(ok("mail server: sender", `${from} is taken`));
  for (const recipient of recipients) findings.push(await recipientFinding(session, recipient));
  await session.sendCommand("RSET");
}

async function recipientFinding({ sendCommand }: Session, recipient: string): Promise<Finding> {
  const check = "mail server: recipient";
  const { status, response } = await sendCommand(`RCPT TO:<${recipient}>`);
  if (status === 250 || status === 251) return ok(check, `${recipient} is taken`);
  const answer = `${recipient}: ${printable(response)}`;
  return status < 500
    ? warning(check, `Refused temporarily: ${answer}`, "greylisting goes away by itself; run the doctor again later")
    : failed(check, `Refused: ${answer}`, "correct RELAY_MAIL_TO, or have the mailbox made");
}

/** What a terminal may show of a stranger's words. */
export const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);

// One test mail over the configured route, and what the server answered: the only mail that the doctor sends.

const check = "test mail";

export async function sendTest(to: string, mail: RelayConfig["mail"], now: number): Promise<Finding> {
  const { from, dkim } = mail;
  const transport = createMailTransport(mail);
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  const text = `This mail was sent by \`eventsite-relay doctor --send-test\` at ${new Date(now).toISOString()}.\n\nIt shows that mail of the relay arrives here. Nothing needs to be done.\n`;
  try {
    const { reply, queueId } = await transport.send(
      {
        messageId: `${randomUUID()}@${domain}`,
        from,
        to,
        replyTo: null,
        envelopeFrom: from.address,
        subject: "Test of the mail relay",
        text,
        html: `<p>${text
          .replace(/`([^`]*)`/, "<code>$1</code>")
          .trim()
          .replaceAll("\n\n", "</p><p>")}</p>`,
        date: now,
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      },
      new AbortController().signal,
    );
    const signed = dkim === null ? "" : `, signed as ${dkim.selector}._domainkey.${dkim.domain}`;
    const named = queueId === null ? "" : ` (there called ${printable(queueId)})`;
    return ok(check, `to ${to}: ${printable(reply)}${named}${signed}`);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    const { reason, reply } = error.facts;
    return failed(
      check,
      `to ${to}: not sent (${reason}): ${printable(reply ?? "no answer")}`,
      "the checks of the mail server and of the sender say what else is wrong",
    );
  } finally {
    await transport.close();
  }
}
