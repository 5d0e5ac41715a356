// One test mail over the configured route, and what the server answered: the only mail that the doctor sends.
import { randomUUID } from "node:crypto";
import type { RelayConfig } from "../../config/config.ts";
import { createMailTransport } from "../../delivery/create-mail-transport.ts";
import { SendFailure } from "../../delivery/send-failure.ts";
import { printable } from "./check-mail-server.ts";
import { type Finding, failed, ok } from "./finding.ts";

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
