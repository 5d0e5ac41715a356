// Connections between mails: what a server does to them costs no mail an attempt, and keeps no result from being recorded.
import { expect, test } from "vitest";
import { DEFAULT_TIMEOUTS, type SmtpSettings } from "../../../../relay/delivery/transports/smtp-connection.ts";
import { createSmtpTransport } from "../../../../relay/delivery/transports/smtp-transport.ts";
import { startFakeSmtp } from "../../../support/relay/fake-smtp.ts";
import { sampleMail } from "../../../support/relay/sample-mail.ts";
import { startRecordedSmtp } from "../../support/recorded-smtp.ts";
import { closeAfterEach, closeLater, failureOf } from "../../support/sending.ts";

closeAfterEach();

const idle = new AbortController().signal;

const connect = (port: number, more: Partial<SmtpSettings> = {}) =>
  closeLater(
    createSmtpTransport({
      ...{ host: "127.0.0.1", port, implicitTls: false, user: null, password: null, tls: "off" as const },
      ...more,
    }),
  );

test.each([
  ["250-test\r\n250 PIPELINING", "421 4.7.0 Too many messages in this connection"],
  ["250 test", "421 4.7.0 Too many messages in this connection"],
  ["250 test", "close"],
  ["250 test", "452 4.5.3 Too many mails in this session"],
  ["250-test\r\n250 PIPELINING", "503 5.5.1 One mail a session"],
])(
  "a server (%j) that answers the second mail over a connection with %s gets it over another one",
  async (EHLO, over) => {
    const server = closeLater(await startRecordedSmtp({ EHLO, MAIL: (_line, count) => (count > 1 ? over : "250 ok") }));
    const transport = connect(server.port);
    for (let n = 0; n < 5; n += 1) await transport.send(sampleMail({ messageId: `row-${n}@x` }), idle);
    expect([server.said("."), server.connections()]).toEqual([Array(5).fill("."), 5]);
  },
);

test("a server that refuses the sender on any connection refuses the mail", async () => {
  let refuses = false;
  const MAIL = () => (refuses ? "550 5.7.1 Sender address rejected" : "250 ok");
  const server = closeLater(await startRecordedSmtp({ MAIL }));
  const transport = connect(server.port);
  await transport.send(sampleMail(), idle);
  refuses = true;
  expect(await failureOf(transport.send(sampleMail(), idle))).toMatchObject({ reason: "sender-refused" });
  expect(server.connections()).toBe(2);
});

test("a mail that was on its way when a used connection broke is not sent again over another one", async () => {
  const server = closeLater(await startRecordedSmtp({ ".": (_line, count) => (count > 1 ? "close" : "250 ok") }));
  const transport = connect(server.port);
  await transport.send(sampleMail(), idle);
  const facts = await failureOf(transport.send(sampleMail(), idle));
  expect([facts.outcome, server.connections()]).toEqual(["broken-after-data", 1]);
});

test("a refusal is known before the server is asked to forget the mail; one that does not answer that costs a connection", async () => {
  const server = closeLater(await startRecordedSmtp({ ".": "550 5.7.1 spam", RSET: null }));
  const transport = connect(server.port, { timeouts: { ...DEFAULT_TIMEOUTS, resetMs: 50 } });
  expect(await failureOf(transport.send(sampleMail(), idle))).toMatchObject({ outcome: "dead" });
  expect(server.said("RSET")).toEqual([]);
  expect(await failureOf(transport.send(sampleMail(), idle))).toMatchObject({ outcome: "dead" });
  expect([server.said("RSET").length, server.connections()]).toEqual([1, 2]);
});

test("the relay greets with the name that is set", async () => {
  const server = closeLater(await startRecordedSmtp());
  await connect(server.port, { helo: "relay.example.com" }).send(sampleMail(), idle);
  expect(server.said("EHLO")).toEqual(["EHLO relay.example.com"]);
});

test("a server that speaks TLS from the start is recognized, and what to write is said", async () => {
  const server = closeLater(await startFakeSmtp({}, { secure: true }));
  const facts = await failureOf(connect(server.port, { tls: "required" }).send(sampleMail(), idle));
  expect(facts).toMatchObject({ outcome: "deferred", reason: "tls", scope: "connection" });
  expect(facts.reply).toContain("write smtps:// in place of smtp://");
});
