// The mail server as delivery meets it, by the same client: connection, TLS, login and size. And one test mail, where it is asked for.

import { randomUUID } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type SmtpConnection from "nodemailer/lib/smtp-connection";
import type { RelayConfig } from "../config/config.ts";
import type { OAuthSettings } from "../delivery/transports/access-token.ts";
import { classifyFailure } from "../delivery/transports/classify-failure.ts";
import { createLoginAt, createMailTransport } from "../delivery/transports/configured-transport.ts";
import type { FailureReason } from "../delivery/transports/failure-reason.ts";
import { createMailLogin } from "../delivery/transports/mail-login.ts";
import { SendFailure } from "../delivery/transports/send-failure.ts";
import { openConnection, type SmtpSettings } from "../delivery/transports/smtp-connection.ts";
import { createGuard } from "../delivery/transports/smtp-guard.ts";
import type { SmtpError } from "../delivery/transports/smtp-reply.ts";
import { composeMail } from "../mail/compose-mail.tsx";
import { failureHint } from "../mail/failure-hints.ts";
import { paragraph } from "../mail/mail-layout.tsx";
import type { Finding } from "../service/protocol.ts";
import type { MailWords } from "../words/mail-words.ts";
import { failed, ok, skipped, warning } from "./finding.ts";

/** Bytes that the largest mail we make can have: every field full, each character written in base64, twice (text and HTML). */
const LARGEST_MAIL_BYTES = 512 * 1024;
/** RFC 5321 allows minutes for each step, an operator at a terminal does not. */
const STEP_MS = 15_000;
const ALL_MS = 60_000;
const TIMEOUTS = {
  dnsMs: STEP_MS,
  connectMs: STEP_MS,
  greetingMs: STEP_MS,
  beforeDataMs: ALL_MS,
  replyMs: STEP_MS,
  resetMs: STEP_MS,
};
const NOTHING_SENT = { isMailBegun: false, isDataSent: false, isInternational: false };

/** What the library knows of its connection and has no other word on. */
interface Connection extends Pick<SmtpConnection, "secure" | "allowsAuth"> {
  readonly _socket: TLSSocket;
  /** Bytes; 0 where the server announced none. */
  readonly _maxAllowedSize: number;
}

/** `oauth`: in place of a password; `name`: what the findings call it; `variable`: the one that names it. */
export async function checkMailServer(
  server: SmtpSettings,
  oauth: OAuthSettings | null = null,
  name = "mail server",
  variable = "RELAY_MAIL_URL",
): Promise<Finding[]> {
  const guard = createGuard(ALL_MS);
  try {
    const settings = { ...server, timeouts: TIMEOUTS };
    const { connection } = await guard.during(openConnection(settings, createMailLogin({ ...server, oauth }), guard));
    connection.quit();
    const details = connection as unknown as Connection;
    return [
      connectionFinding(`${name}: connection`, details, server),
      ok(`${name}: greeting`, `the relay calls itself ${connection.name} (RELAY_MAIL_HELO)`),
      loginFinding(`${name}: login`, details, server, variable),
      sizeFinding(`${name}: size`, details),
    ];
  } catch (error) {
    return [faultFinding(name, (guard.reason() ?? error) as SmtpError, server, variable)];
  } finally {
    guard.end();
  }
}

function connectionFinding(check: string, { secure, _socket }: Connection, { host, port, tls }: SmtpSettings) {
  const where = `${host}:${port}`;
  if (!secure)
    return warning(check, `Mails to ${where} travel unprotected.`, "set RELAY_TLS=required once the server offers TLS");
  return tls === "required"
    ? ok(check, `${where} speaks ${_socket.getProtocol()}, and its certificate is believed`)
    : warning(check, `The certificate of ${where} is not looked at.`, "set RELAY_TLS=required");
}

function loginFinding(check: string, { allowsAuth }: Connection, { user }: SmtpSettings, variable: string): Finding {
  if (user === null)
    return skipped(check, `${variable} names no user: the server must take mail from this machine's address.`);
  const hint = "many servers offer it under TLS only: see RELAY_TLS and the port";
  return allowsAuth ? ok(check, "accepted") : failed(check, "The server offers no login.", hint);
}

function sizeFinding(check: string, { _maxAllowedSize: limit }: Connection): Finding {
  if (limit === 0) return ok(check, "no limit announced");
  if (limit >= LARGEST_MAIL_BYTES) return ok(check, `mails of up to ${Math.floor(limit / 1024)} KiB`);
  const hint = `ask for a limit of ${LARGEST_MAIL_BYTES} bytes at least`;
  return warning(check, `It takes mails of up to ${limit} bytes; a long request may be larger.`, hint);
}

const FAULTY_PART: { readonly [Reason in FailureReason]?: "login" | "TLS" } = { login: "login", tls: "TLS" };

function faultFinding(name: string, error: SmtpError, { host, port }: SmtpSettings, variable: string): Finding {
  const { reason, reply } = classifyFailure(error, NOTHING_SENT);
  const what = FAULTY_PART[reason] ?? "connection";
  const hints = {
    login: `check user and password in ${variable}; characters such as @ : / in them are written as %40 %3A %2F`,
    TLS: "use a port with TLS (587 or 465) and the name in the certificate as host; RELAY_TLS=off where the network in between is yours",
    connection: `check host and port in ${variable}, and that this machine may open that port (many networks close 25); the server's log says more`,
  };
  const answer = reply ?? reason;
  return failed(`${name}: ${what}`, `${host}:${port}: ${answer}`, failureHint(reason, answer) ?? hints[what]);
}

/** Sends one mail over the configured route, and reports what the server answered: the only mail that the doctor sends. */
export async function sendTest(
  to: string,
  mail: RelayConfig["mail"] & { readonly words: MailWords },
  now: number,
): Promise<Finding> {
  const check = "test mail";
  const { dkim } = mail;
  const transport = createMailTransport(mail, createLoginAt(mail.target, mail.oauth));
  const sentences = [
    `This mail was sent by \`eventsite-relay doctor --send-test\` at ${new Date(now).toISOString()}.`,
    "It shows that mail of the relay arrives here. Nothing needs to be done.",
  ];
  try {
    const { reply, queueId } = await transport.send(
      composeMail({ id: randomUUID(), recipient: to, createdAt: now }, mail, {
        subject: "Test of the mail relay",
        blocks: sentences.map(paragraph),
      }),
      new AbortController().signal,
    );
    const signed = dkim === null ? "" : `, signed as ${dkim.selector}._domainkey.${dkim.domain}`;
    const named = queueId === null ? "" : ` (there called ${queueId})`;
    return ok(check, `to ${to}: ${reply}${named}${signed}`);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    const { reason, reply } = error.failure;
    const hint = "the checks of the mail server and of the sender say what else is wrong";
    return failed(check, `to ${to}: not sent (${reason}): ${reply ?? "no answer"}`, hint);
  } finally {
    await transport.close();
  }
}
