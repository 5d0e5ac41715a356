// The mail server as the relay will meet it: greeting, TLS, login, size, and whether it takes our sender and our recipients.
import { hostname } from "node:os";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";
import { type DialogReply, openSmtpDialog, printable, type SmtpDialog, type SmtpServer } from "./smtp-dialog.ts";

export interface MailServer extends SmtpServer {
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

export async function checkMailServer(probe: MailProbe): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { server } = probe;
  let dialog: SmtpDialog;
  try {
    dialog = await openSmtpDialog(server);
  } catch (error) {
    return [
      failed(
        "mail server: greeting",
        `${server.host}:${server.port} could not be talked to: ${printable((error as Error).message)}`,
        "check host and port in RELAY_MAIL_URL, and that this machine may open that port (many networks close 25)",
      ),
    ];
  }
  try {
    await converse(dialog, probe, findings);
  } catch (error) {
    findings.push(
      failed(
        "mail server: conversation",
        `It broke off: ${printable((error as Error).message)}`,
        "ask the mail server's operator; its log says why",
      ),
    );
  } finally {
    dialog.close();
  }
  return findings;
}

async function converse(dialog: SmtpDialog, probe: MailProbe, findings: Finding[]): Promise<void> {
  const { server } = probe;
  findings.push(greetingFinding(dialog.greeting));
  if (dialog.greeting.code !== 220) return;
  let extensions = await hello(dialog);
  const canStart = extensions.has("STARTTLS");
  if (!server.isSecure && server.tls !== "off" && canStart) {
    const agreed = await dialog.say("STARTTLS");
    if (agreed.code === 220) {
      await dialog.secure();
      extensions = await hello(dialog);
    }
  }
  const protection = tlsFinding(dialog, server, probe.now);
  findings.push(protection);
  // Whoever is at the other end must not be given the password.
  if (protection.status === "failed") return;
  const loggedIn = await login(dialog, server, extensions, findings);
  findings.push(sizeFinding(extensions), internationalFinding(extensions));
  if (loggedIn) await checkEnvelope(dialog, probe, findings);
  await dialog.say("QUIT");
}

async function hello(dialog: SmtpDialog): Promise<ReadonlyMap<string, string>> {
  const { code, lines } = await dialog.say(`EHLO ${hostname().replace(/[^A-Za-z0-9.-]/g, "") || "localhost"}`);
  if (code !== 250) throw new Error(`EHLO was answered with ${code}.`);
  return new Map(
    lines.slice(1).map((line) => {
      const [name = "", ...rest] = line.split(/[ =]/);
      return [name.toUpperCase(), rest.join(" ")];
    }),
  );
}

function greetingFinding({ code, lines }: DialogReply): Finding {
  const said = `${code} ${printable(lines[0] ?? "")}`;
  return code === 220
    ? ok("mail server: greeting", said)
    : failed(
        "mail server: greeting",
        `It greets with ${said}`,
        "the server takes no mail from here now: see its words",
      );
}

function tlsFinding(dialog: SmtpDialog, { tls, host }: MailServer, now: number): Finding {
  const check = "mail server: TLS";
  const facts = dialog.certificate();
  if (facts === null) {
    if (tls === "required")
      return failed(
        check,
        "The server offers no TLS, and RELAY_TLS requires it: no mail would leave.",
        "use a port with TLS (587 or 465), or set RELAY_TLS=off where the network in between is yours",
      );
    return warning(check, "Mails travel unprotected.", "set RELAY_TLS=required once the server offers TLS");
  }
  if (facts.problem !== null)
    return (tls === "required" ? failed : warning)(
      check,
      `The certificate of ${host} is not believed: ${printable(facts.problem)}`,
      "use the name in the certificate as host, or give its authority in NODE_EXTRA_CA_CERTS",
    );
  const days = Math.floor((facts.validUntil - now) / DAY_MS);
  if (days < 14) return warning(check, `The certificate ends in ${days} days.`, "have it renewed");
  return ok(check, `${facts.protocol}, certificate believed, ${days} days left`);
}

async function login(
  dialog: SmtpDialog,
  { user, password }: MailServer,
  extensions: ReadonlyMap<string, string>,
  findings: Finding[],
): Promise<boolean> {
  const check = "mail server: login";
  if (user === null || password === null) {
    findings.push(
      skipped(check, "RELAY_MAIL_URL names no user: the server must take mail from this machine's address."),
    );
    return true;
  }
  const offered = (extensions.get("AUTH") ?? "").toUpperCase().split(" ");
  const reply = offered.includes("PLAIN")
    ? await dialog.say(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`)
    : offered.includes("LOGIN")
      ? await loginInTwoSteps(dialog, user, password)
      : null;
  if (reply === null) {
    findings.push(
      failed(
        check,
        `The server offers no login that is known here (${printable(offered.join(", ")) || "none"}).`,
        "many servers offer it under TLS only: see RELAY_TLS and the port",
      ),
    );
    return false;
  }
  findings.push(
    reply.code === 235
      ? ok(check, "accepted")
      : failed(
          check,
          `Refused with ${reply.code}.`,
          "check user and password in RELAY_MAIL_URL; characters such as @ : / in them are written as %40 %3A %2F",
        ),
  );
  return reply.code === 235;
}

async function loginInTwoSteps(dialog: SmtpDialog, user: string, password: string): Promise<DialogReply> {
  const first = await dialog.say("AUTH LOGIN");
  if (first.code !== 334) return first;
  const second = await dialog.say(base64(user));
  return second.code === 334 ? dialog.say(base64(password)) : second;
}

const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");

function sizeFinding(extensions: ReadonlyMap<string, string>): Finding {
  const check = "mail server: size";
  const limit = Number(extensions.get("SIZE") ?? "0");
  if (limit > 0 && limit < LARGEST_MAIL_BYTES)
    return warning(
      check,
      `It takes mails of up to ${limit} bytes; a long request may be larger.`,
      `ask for a limit of ${LARGEST_MAIL_BYTES} bytes at least`,
    );
  return ok(check, limit > 0 ? `mails of up to ${Math.floor(limit / 1024)} KiB` : "no limit announced");
}

function internationalFinding(extensions: ReadonlyMap<string, string>): Finding {
  const check = "mail server: international addresses";
  return extensions.has("SMTPUTF8")
    ? ok(check, "taken (SMTPUTF8)")
    : warning(
        check,
        "The server does not take addresses such as zoë@example.com (SMTPUTF8).",
        "acknowledgements to such visitors will not arrive; the team's mail will",
      );
}

/** Sender and recipients are named and taken back: RSET comes before any mail. */
async function checkEnvelope(dialog: SmtpDialog, { from, recipients }: MailProbe, findings: Finding[]): Promise<void> {
  const sender = await dialog.say(`MAIL FROM:<${from}>`);
  if (sender.code !== 250) {
    findings.push(
      failed(
        "mail server: sender",
        `It refuses ${from} as sender: ${sender.code} ${printable(sender.lines[0] ?? "")}`,
        "set RELAY_MAIL_FROM to an address this account may send as",
      ),
    );
    return;
  }
  findings.push(ok("mail server: sender", `${from} is taken`));
  for (const recipient of recipients) findings.push(await recipientFinding(dialog, recipient));
  await dialog.say("RSET");
}

async function recipientFinding(dialog: SmtpDialog, recipient: string): Promise<Finding> {
  const check = "mail server: recipient";
  const { code, lines } = await dialog.say(`RCPT TO:<${recipient}>`);
  if (code === 250 || code === 251) return ok(check, `${recipient} is taken`);
  const answer = `${recipient}: ${code} ${printable(lines[0] ?? "")}`;
  return code < 500
    ? warning(check, `Refused temporarily: ${answer}`, "greylisting goes away by itself; run the doctor again later")
    : failed(check, `Refused: ${answer}`, "correct RELAY_MAIL_TO, or have the mailbox made");
}
