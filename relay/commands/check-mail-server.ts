// The mail server as delivery meets it, by the same client: connection, TLS, login, size, and whether it takes our sender and our recipients.
import { randomUUID } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import { DAY_MS } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import { classifyFailure, type SmtpError } from "../delivery/classify-failure.ts";
import { createMailTransport } from "../delivery/entry-transport.ts";
import { SendFailure } from "../delivery/mail-transport.ts";
import { createGuard, openLine, type SmtpSettings } from "../delivery/smtp-transport.ts";
import { mailFrame } from "../mail/mail-message.ts";
import { type Finding, failed, finding, findings, type Outcome, ok, skipped, warning } from "./finding.ts";

interface MailProbe {
  readonly server: SmtpSettings;
  /** Addresses alone, without names. */
  readonly from: string;
  readonly recipients: readonly string[];
  /** Milliseconds since 1970; default: now. */
  readonly now?: number;
}

/** Bytes that the largest mail we make can have: every field full, each character written in base64, twice (text and HTML). */
const LARGEST_MAIL_BYTES = 512 * 1024;
/** RFC 5321 allows minutes for each step, an operator at a terminal does not. */
const STEP_MS = 15_000;
const ALL_MS = 60_000;
const TIMEOUTS = { dnsMs: STEP_MS, connectMs: STEP_MS, greetingMs: STEP_MS, beforeDataMs: ALL_MS, replyMs: STEP_MS };
const NOTHING_SENT = { isMailBegun: false, isDataSent: false, isInternational: false };

type Session = SmtpConnection.CustomAuthenticationContext;
/** The library's way to log in by a method of one's own is one to converse freely: no mail is sent. */
const CONVERSE = "CONVERSE";

export async function checkMailServer({ server, from, recipients, now = Date.now() }: MailProbe): Promise<Finding[]> {
  const found: Finding[] = [];
  const look = (check: string, each: Outcome) => void found.push(finding(`mail server: ${check}`, each));
  const guard = createGuard(ALL_MS);
  let session: Session | undefined;
  const converse = (given: Session) => {
    session = given;
    given.resolve();
  };
  try {
    const settings = { ...server, timeouts: TIMEOUTS };
    const { connection } = await guard.during(openLine(settings, guard, { customAuth: { [CONVERSE]: converse } }));
    look("connection", connectionOutcome(connection, server, now));
    look("login", loginOutcome(connection, server));
    const broken = brokenOff(connection);
    connection.login({ method: CONVERSE } as never, () => {});
    if (session !== undefined) {
      look("size", sizeOutcome(session.maxAllowedSize || 0));
      look("international addresses", internationalOutcome(session.extensions));
      await guard.during(Promise.race([checkEnvelope(session, from, recipients, look), broken]));
    }
    connection.quit();
    await broken.catch(() => {});
  } catch (error) {
    found.push(...faultFindings((guard.reason() ?? error) as SmtpError, server));
  } finally {
    guard.end();
  }
  return found;
}

function brokenOff(connection: SmtpConnection): Promise<never> {
  const broken = new Promise<never>((_, reject) => {
    connection.once("error", reject);
    connection.once("end", () => reject(Object.assign(new Error("It broke off."), { code: "ECONNECTION" })));
  });
  broken.catch(() => {});
  return broken;
}

function connectionOutcome(connection: SmtpConnection, { host, port, tls }: SmtpSettings, now: number): Outcome {
  const where = `${host}:${port}`;
  if (!connection.secure)
    return warning(`Mails to ${where} travel unprotected.`, "set RELAY_TLS=required once the server offers TLS");
  if (tls !== "required") return warning(`The certificate of ${where} is not looked at.`, "set RELAY_TLS=required");
  // The library has no other word on the certificate.
  const { _socket } = connection as unknown as { readonly _socket: TLSSocket };
  const days = Math.floor((Date.parse(_socket.getPeerCertificate().valid_to) - now) / DAY_MS);
  if (days < 14) return warning(`The certificate of ${where} ends in ${days} days.`, "have it renewed");
  return ok(`${where} speaks ${_socket.getProtocol()}, and its certificate is believed, ${days} days left`);
}

function sizeOutcome(limit: number): Outcome {
  if (limit === 0) return ok("no limit announced");
  if (limit >= LARGEST_MAIL_BYTES) return ok(`mails of up to ${Math.floor(limit / 1024)} KiB`);
  const hint = `ask for a limit of ${LARGEST_MAIL_BYTES} bytes at least`;
  return warning(`It takes mails of up to ${limit} bytes; a long request may be larger.`, hint);
}

const internationalOutcome = (extensions: readonly string[]): Outcome =>
  extensions.includes("SMTPUTF8")
    ? ok("taken (SMTPUTF8)")
    : warning(
        "The server does not take addresses such as zoë@example.com (SMTPUTF8).",
        "acknowledgements to such visitors will not arrive; the team's mail will",
      );

function loginOutcome({ allowsAuth }: SmtpConnection, { login }: SmtpSettings): Outcome {
  if (login === null)
    return skipped("RELAY_MAIL_URL names no user: the server must take mail from this machine's address.");
  return allowsAuth
    ? ok("accepted")
    : failed("The server offers no login.", "many servers offer it under TLS only: see RELAY_TLS and the port");
}

/** What to do, by what failed. */
const FAULT_HINTS = {
  login: "check user and password in RELAY_MAIL_URL; characters such as @ : / in them are written as %40 %3A %2F",
  TLS: "use a port with TLS (587 or 465) and the name in the certificate as host, or give its authority in NODE_EXTRA_CA_CERTS; RELAY_TLS=off where the network in between is yours",
  connection:
    "check host and port in RELAY_MAIL_URL, and that this machine may open that port (many networks close 25); the server's log says more",
};

function faultFindings(error: SmtpError, { host, port }: SmtpSettings): Finding[] {
  const { reason, reply } = classifyFailure(error, NOTHING_SENT);
  const what = reason === "login" ? "login" : reason === "tls" ? "TLS" : "connection";
  const words = `${host}:${port}: ${printable(reply ?? reason)}`;
  return findings({ [`mail server: ${what}`]: failed(words, FAULT_HINTS[what]) });
}

/** Sender and recipients are named and taken back: RSET comes before any mail. */
async function checkEnvelope(
  { sendCommand }: Session,
  from: string,
  recipients: readonly string[],
  look: (check: string, found: Outcome) => void,
): Promise<void> {
  const sender = await sendCommand(`MAIL FROM:<${from}>`);
  if (sender.status !== 250) {
    const refused = `It refuses ${from} as sender: ${printable(sender.response)}`;
    return look("sender", failed(refused, "set RELAY_MAIL_FROM to an address this account may send as"));
  }
  look("sender", ok(`${from} is taken`));
  for (const recipient of recipients) {
    const { status, response } = await sendCommand(`RCPT TO:<${recipient}>`);
    look("recipient", recipientOutcome(recipient, status, printable(response)));
  }
  await sendCommand("RSET");
}

function recipientOutcome(recipient: string, status: number, answer: string): Outcome {
  if (status === 250 || status === 251) return ok(`${recipient} is taken`);
  return status < 500
    ? warning(`${recipient} is refused temporarily: ${answer}`, "greylisting goes away; run the doctor again")
    : failed(`${recipient} is refused: ${answer}`, "correct RELAY_MAIL_TO, or have the mailbox made");
}

/** What a terminal may show of a stranger's words. */
export const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);

// One test mail over the configured route, and what the server answered: the only mail that the doctor sends.

export async function sendTest(to: string, mail: RelayConfig["mail"], now: number): Promise<Finding> {
  return finding("test mail", await testOutcome(to, mail, now));
}

async function testOutcome(to: string, mail: RelayConfig["mail"], now: number): Promise<Outcome> {
  const { dkim } = mail;
  const transport = createMailTransport(mail);
  const words = [
    `This mail was sent by \`eventsite-relay doctor --send-test\` at ${new Date(now).toISOString()}.`,
    "It shows that mail of the relay arrives here. Nothing needs to be done.",
  ];
  try {
    const { reply, queueId } = await transport.send(
      {
        ...mailFrame({ id: randomUUID(), recipient: to, createdAt: now }, mail, "generated"),
        replyTo: null,
        subject: "Test of the mail relay",
        text: `${words.join("\n\n")}\n`,
        html: words.map((each) => `<p>${each}</p>`).join(""),
      },
      new AbortController().signal,
    );
    const signed = dkim === null ? "" : `, signed as ${dkim.selector}._domainkey.${dkim.domain}`;
    const named = queueId === null ? "" : ` (there called ${printable(queueId)})`;
    return ok(`to ${to}: ${printable(reply)}${named}${signed}`);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    const { reason, reply } = error.facts;
    return failed(
      `to ${to}: not sent (${reason}): ${printable(reply ?? "no answer")}`,
      "the checks of the mail server and of the sender say what else is wrong",
    );
  } finally {
    await transport.close();
  }
}
