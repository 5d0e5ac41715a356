// Addresses beyond ASCII: the domain goes in ASCII to every server, and SMTPUTF8 is asked for where a local part needs it.
import { expect, test } from "vitest";
import { createSmtpTransport } from "../../../../relay/delivery/transports/smtp-transport.ts";
import { composeTeamMail } from "../../../../relay/mail/compose-team-mail.ts";
import { sampleMail, sampleRequest, sampleSender } from "../../../support/relay/sample-mail.ts";
import { startRecordedSmtp } from "../../support/recorded-smtp.ts";
import { closeAfterEach, closeLater, failureOf } from "../../support/sending.ts";

closeAfterEach();

const PLAIN = "250 test";
const UTF8 = "250-test\r\n250 SMTPUTF8";
const idle = new AbortController().signal;

async function sent(ehlo: string, mail: Parameters<typeof sampleMail>[0]) {
  const server = closeLater(await startRecordedSmtp({ EHLO: ehlo }));
  const settings = { host: "127.0.0.1", port: server.port, implicitTls: false, user: null, password: null } as const;
  const transport = closeLater(createSmtpTransport({ ...settings, tls: "off" }));
  const sending = transport.send(sampleMail(mail), idle);
  return { server, sending };
}

test.each([
  [PLAIN, { to: "zoe@münchen.example" }, "RCPT TO:<zoe@xn--mnchen-3ya.example>"],
  [UTF8, { to: "zoe@münchen.example" }, "RCPT TO:<zoe@xn--mnchen-3ya.example>"],
  [PLAIN, { envelopeFrom: "web@bücher.example" }, "MAIL FROM:<web@xn--bcher-kva.example>"],
  [UTF8, { envelopeFrom: "web@bücher.example" }, "MAIL FROM:<web@xn--bcher-kva.example>"],
  [UTF8, { to: "zoë@münchen.example" }, "RCPT TO:<zoë@xn--mnchen-3ya.example>"],
  [UTF8, { to: "zoë@münchen.example" }, "MAIL FROM:<website@evenhall.test> SMTPUTF8"],
  [UTF8, { replyTo: { name: null, address: "zoë@visitor.test" } }, "MAIL FROM:<website@evenhall.test> SMTPUTF8"],
  [PLAIN, { replyTo: { name: null, address: "zoë@visitor.test" } }, "MAIL FROM:<website@evenhall.test>"],
  [UTF8, { replyTo: { name: null, address: "zoe@münchen.example" } }, "MAIL FROM:<website@evenhall.test>"],
] as const)("a server that answers %j gets %j as %s", async (ehlo, mail, line) => {
  const { server, sending } = await sent(ehlo, mail);
  await sending;
  expect(server.lines).toContain(line);
});

test("no header has raw letters where SMTPUTF8 is not declared", async () => {
  const from = { name: "Müller", address: "web@bücher.example" };
  const replyTo = { name: "Zoë", address: "zoë@visitor.test" };
  const { server, sending } = await sent(PLAIN, { from, replyTo, to: "zoe@münchen.example" });
  await sending;
  expect(server.raw.join("\n")).not.toMatch(/[^\0-\x7f]/);
});

test("a mail whose sender needs SMTPUTF8 waits for a server that takes it", async () => {
  const { sending } = await sent(PLAIN, { envelopeFrom: "zoë@evenhall.test" });
  expect(await failureOf(sending)).toMatchObject({ outcome: "deferred", reason: "sender-refused" });
});

test("an international sender has its domain in ASCII in the Message-ID, and a reply is promised where it goes there", () => {
  const sender = { ...sampleSender, from: { name: null, address: "web@bücher.example" } };
  const slip = { id: "row-1", recipient: "team@evenhall.test", createdAt: 0 };
  const mailFrom = (email: string) => composeTeamMail(slip, sampleRequest({ email }), sender);
  expect(mailFrom("zoe@visitor.test").messageId).toBe("row-1@xn--bcher-kva.example");
  const promise = (email: string) => /reply/i.test(mailFrom(email).text);
  expect([promise("zoe@münchen.example"), promise("zoë@visitor.test")]).toEqual([true, false]);
});
