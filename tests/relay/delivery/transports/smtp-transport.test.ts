// A mail's way to a mail server: what arrives, what is answered, and what is made of every way a server can refuse or fail.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { DEFAULT_TIMEOUTS, type SmtpSettings } from "../../../../relay/delivery/transports/smtp-connection.ts";
import { createSmtpTransport } from "../../../../relay/delivery/transports/smtp-transport.ts";
import { createAuthority } from "../../../support/relay/certificates.ts";
import { startFakeSmtp, startRawServer, startScriptedSmtp, testCertificate } from "../../../support/relay/fake-smtp.ts";
import { sampleMail } from "../../../support/relay/sample-mail.ts";
import { closeAfterEach, closeLater, failureOf } from "../../support/sending.ts";

closeAfterEach();

const settings = (port: number, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: "localhost",
  port,
  implicitTls: false,
  user: null,
  password: null,
  tls: "off",
  ...more,
});
const connect = (port: number, more: Partial<SmtpSettings> = {}) =>
  closeLater(createSmtpTransport(settings(port, more)));
const idle = new AbortController().signal;

const authority = createAuthority("An authority");
const elsewhere = { ca: authority.cert, certificate: authority.issue("mail.elsewhere.example") };

describe("a mail that is taken", () => {
  test.each([
    ["250 2.0.0 Ok: queued as 4FwXyZ0abcz", "4FwXyZ0abcz"],
    ["250 OK id=1tXyZa-0001Ab-2C", "1tXyZa-0001Ab-2C"],
    ["250 2.6.0 <4FwX@mail.test> [InternalId=17] Queued mail for delivery", "4FwX@mail.test"],
    ["250 2.0.0 OK  1763132400 a1-20020ac8.17 - gsmtp", "a1-20020ac8.17"],
    ["250 2.0.0 5AEF0abc012345 Message accepted for delivery", "5AEF0abc012345"],
    ["250 2.0.0 OK: message accepted - <4fwxyz0abc>", "4fwxyz0abc"],
    ["250 OK queued: 4fwxyz0abc", "4fwxyz0abc"],
    ["250 2.1.5 Ok, 4FwXyZ0abc-012", "4FwXyZ0abc-012"],
    ["250-2.0.0 taken, id=none\r\n250 OK id=1tXyZa-0001Ab-2C", "1tXyZa-0001Ab-2C"],
    ["250 Ok, administration thanks", null],
  ])("arrives in one piece, and the server's answer and queue id are reported: %s", async (reply, queueId) => {
    const server = closeLater(await startScriptedSmtp({ ".": reply }));
    const delivered = await connect(server.port).send(sampleMail(), idle);
    expect(delivered).toEqual({ reply: reply.replace(/\s+/g, " "), queueId });
  });

  test("is encrypted from the first byte with smtps", async () => {
    const server = closeLater(await startFakeSmtp({}, { secure: true }));
    await connect(server.port, { tls: "required", implicitTls: true, ca: testCertificate }).send(sampleMail(), idle);
    expect(server.mails).toHaveLength(1);
  });

  test("is encrypted where the server offers it and nobody insists, and goes plainly where it does not", async () => {
    const offering = closeLater(await startFakeSmtp());
    const plain = closeLater(await startFakeSmtp({}, { hideSTARTTLS: true, disabledCommands: ["STARTTLS"] }));
    await connect(offering.port, { tls: "opportunistic" }).send(sampleMail(), idle);
    await connect(plain.port, { tls: "opportunistic" }).send(sampleMail(), idle);
    expect([offering.mails[0]?.isEncrypted, plain.mails[0]?.isEncrypted]).toEqual([true, false]);
    const broken = { EHLO: "250-test\r\n250 STARTTLS", STARTTLS: "454 4.7.0 not now" };
    const { port } = closeLater(await startScriptedSmtp(broken));
    await connect(port, { tls: "opportunistic" }).send(sampleMail(), idle);
  });

  test("is sent under our login", async () => {
    const logins: string[] = [];
    const rules = {
      login: (user: string, password: string) => {
        logins.push(`${user} ${password}`);
        return null;
      },
    };
    const server = closeLater(await startFakeSmtp(rules));
    const login = { user: "relay", password: "p@ss word" };
    await connect(server.port, { tls: "required", ca: testCertificate, ...login }).send(sampleMail(), idle);
    expect(logins).toEqual(["relay p@ss word"]);
    expect(server.mails).toMatchObject([
      { isEncrypted: true, from: "website@evenhall.test", to: ["team@evenhall.test"] },
    ]);
  });

  test("uses a connection that is open already, for a hundred mails, and none that nobody used for 20 s", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => void timers.mockRestore());
    const server = closeLater(await startFakeSmtp());
    const transport = connect(server.port);
    const send = (n: number) => transport.send(sampleMail({ messageId: `row-${n}@x` }), idle);
    for (let n = 0; n < 12; n += 2) await Promise.all([send(n), send(n + 1)]);
    expect([server.mails.length, server.connections()]).toEqual([12, 2]);
    for (const [end, ms] of timers.mock.calls) if (ms === 20_000) end();
    for (let n = 12; n < 112; n += 1) await send(n);
    expect(server.connections()).toBe(3);
    await send(112);
    expect(server.connections()).toBe(4);
  });

  test("goes over the connection of one that was refused, where the server keeps that open", async () => {
    const server = closeLater(await startFakeSmtp());
    const transport = connect(server.port);
    const counts: number[] = [];
    const refuse = async (step: "recipient" | "data", answer: string | null) => {
      server.rules[step] = () => answer;
      await transport.send(sampleMail(), idle).catch(() => {});
      server.rules[step] = () => null;
      counts.push(server.connections());
    };
    for (const answer of ["550 5.1.1 no", "450 4.2.0 later"]) await refuse("recipient", answer);
    for (const answer of ["554 5.7.1 spam", "421 4.3.2 bye", "421 4.3.2 bye"]) await refuse("data", answer);
    for (const answer of ["421 4.3.2 bye", "cut", null]) await refuse("recipient", answer);
    expect(counts).toEqual([1, 1, 1, 1, 2, 3, 4, 5]);
  });

  test.each(["destroy", "502 no"])("comes to a server that answers to a refused one's end with %s", async (RSET) => {
    const server = closeLater(await startScriptedSmtp({ RCPT: "550 5.1.1 no such user", RSET }));
    const transport = connect(server.port);
    for (const messageId of ["row-1@x", "row-2@x"])
      expect(await failureOf(transport.send(sampleMail({ messageId }), idle))).toMatchObject({ outcome: "dead" });
  });

  test("keeps an international address as it is", async () => {
    const server = closeLater(await startFakeSmtp());
    await connect(server.port).send(sampleMail({ to: "zoë@exämple.test" }), idle);
    expect(server.mails[0]?.to).toEqual(["zoë@exämple.test"]);
  });
});

describe("a refusal of the server", () => {
  const REFUSALS = [
    ["recipient", "deferred", "greylisted", "mail", "450 4.2.0 Greylisted, come back later", "451 grey-listing"],
    ["recipient", "deferred", "greylisted", "mail", "450 graylist"],
    ["recipient", "deferred", "temporary", "mail", "451 4.3.0 try again"],
    ["recipient", "deferred", "mailbox-full", "mail", "452 4.2.2 mailbox is full"],
    ["recipient", "deferred", "server-full", "mail", "452 no space", "450 4.3.1 no space"],
    ["recipient", "deferred", "server-busy", "route", "421 4.7.0 too many"],
    ["recipient", "dead", "mailbox-unknown", "mail", "550 5.1.1 no such user", "550 5.1.10 no", "550 5.1.6 no"],
    ["recipient", "dead", "mailbox-unknown", "mail", "550 5.2.1 no", "550 User unknown", "550 does not exist"],
    ["recipient", "dead", "mailbox-unknown", "mail", "550 not found", "550 mailbox unavailable", "550 no such mailbox"],
    ["recipient", "dead", "mailbox-unknown", "mail", "550 5.1.1 User unknown in relay recipient table"],
    ["recipient", "dead", "mailbox-unknown", "mail", "550 No such user here (relay.example.com)"],
    ["recipient", "dead", "mailbox-unknown", "mail", "550 5.1.1 <spf-relay-denied@example.com> no such user"],
    ["recipient", "deferred", "mailbox-full", "mail", "552 over quota", "550 5.2.2 over quota"],
    ["recipient", "dead", "mailbox-unknown", "mail", "550 5.7.1 does not exist"],
    ["recipient", "dead", "address-refused", "mail", "501 5.1.3 no", "550 invalid address"],
    [
      "recipient",
      "deferred",
      "server-refused",
      "route",
      "553 not here",
      "550 5.1.11 no",
      "550 5.1.9 no",
      "550 5.7.260 no",
    ],
    ["recipient", "deferred", "protocol", "route", "500 no", "503 need MAIL", "550 5.5.1 no"],
    ["recipient", "deferred", "relaying-denied", "route", "554 5.7.1 Relay access denied"],
    ["recipient", "deferred", "relaying-denied", "route", "454 4.7.1 Relay access denied", "550 relaying prohibited"],
    ["recipient", "deferred", "relaying-denied", "route", "550 5.7.54 Unable to relay", "550 we do not relay"],
    ["recipient", "deferred", "relaying-denied", "route", "553 sorry, not in my list of allowed rcpthosts"],
    ["recipient", "deferred", "relaying-denied", "route", "550 this is no open relay", "550 cannot be relayed"],
    ["recipient", "deferred", "sender-refused", "route", "550 SPF check failed", "550 5.7.20 no", "550 5.7.27 no"],
    ["recipient", "deferred", "sender-refused", "route", "450 4.1.8 Sender address rejected: Domain not found"],
    ["recipient", "deferred", "sender-refused", "route", "550 not allowed to send as zoe", "550 SendAsDenied"],
    ["recipient", "deferred", "login", "route", "530 5.7.0 Authentication required"],
    ["mail", "deferred", "sender-refused", "route", "550 5.7.1 Sender address rejected: not owned by user"],
    ["mail", "deferred", "sender-refused", "route", "550 5.7.0 no", "550 5.1.7 no", "550 not authorised to send as"],
    ["recipient", "deferred", "tls", "route", "550 5.7.1 Session encryption is required", "550 5.7.10 no", "523 no"],
    ["mail", "deferred", "login", "route", "530 no", "534 no", "535 no", "538 no", "550 5.7.8 no"],
    ["mail", "deferred", "login", "route", "550 Authentication is required"],
    ["mail", "deferred", "temporary", "route", "451 4.7.1 later"],
    ["mail", "dead", "too-large", "mail", "552 5.3.4 message size exceeds limit", "550 5.2.3 no", "550 5.3.4 no"],
    ["data", "deferred", "temporary", "mail", "451 4.7.1 try later"],
    ["data", "deferred", "server-busy", "route", "421 4.3.2 shutting down"],
    ["data", "deferred", "sender-refused", "route", "550 5.7.26 unauthenticated sender, SPF failed"],
    ["data", "deferred", "sender-refused", "route", "550 5.7.60 no", "550 DMARC policy", "550 sender denied"],
    ["data", "dead", "mailbox-unknown", "mail", "550 5.1.2 no", "550 5.1.10 no"],
    ["data", "deferred", "mailbox-full", "mail", "552 over quota", "550 5.2.2 over quota"],
    ["data", "dead", "too-large", "mail", "550 mail too big", "550 message too large", "550 message size is over"],
    ["data", "dead", "content-refused", "mail", "550 5.7.1 looks like spam", "554 5.6.0 no"],
    ["data", "deferred", "server-refused", "route", "554 transaction failed", "550 Account is disabled"],
  ] as const;

  test.each(
    REFUSALS.flatMap(([step, outcome, reason, scope, ...answers]) =>
      answers.map((answer) => [step, answer, outcome, reason, scope] as const),
    ),
  )("to the %s with %s is %s", async (step, answer, outcome, reason, scope) => {
    const server = closeLater(await startFakeSmtp({ [step]: () => answer }));
    const facts = await failureOf(connect(server.port).send(sampleMail(), idle));
    expect(facts).toMatchObject({ outcome, reason, scope, smtpCode: Number(answer.slice(0, 3)) });
    expect(facts.enhancedCode).toBe(/\d\.\d\.\d+/.exec(answer)?.[0] ?? null);
    expect(facts.reply).toContain(answer.slice(4));
    expect(server.mails).toEqual([]);
  });

  test("leaves the connection usable for the next mail", async () => {
    const server = closeLater(
      await startFakeSmtp({ recipient: (to) => (to.startsWith("gone") ? "550 5.1.1 no" : null) }),
    );
    const transport = connect(server.port);
    await failureOf(transport.send(sampleMail({ to: "gone@evenhall.test" }), idle));
    await transport.send(sampleMail(), idle);
    expect([server.mails.length, server.connections()]).toEqual([1, 1]);
  });

  test("of the login is our own fault, though its number says for good", async () => {
    const server = closeLater(await startFakeSmtp({ login: () => "535 5.7.8 wrong" }));
    const login = { user: "relay", password: "wrong" };
    const transport = connect(server.port, { tls: "required", ca: testCertificate, ...login });
    const expected = { outcome: "deferred", reason: "login", scope: "connection", smtpCode: 535 };
    expect(await failureOf(transport.send(sampleMail(), idle))).toMatchObject(expected);
  });

  test("to take international addresses ends with plain words, and only the mail that needs them", async () => {
    const server = closeLater(await startFakeSmtp({}, { hideSMTPUTF8: true }));
    const transport = connect(server.port);
    const facts = await failureOf(transport.send(sampleMail({ to: "zoë@example.test" }), idle));
    expect(facts).toMatchObject({ outcome: "dead", reason: "international-address" });
    expect(facts.reply).toContain("beyond ASCII");
    // The team gets the visitor's request all the same; only the reply address is left out.
    await transport.send(sampleMail({ replyTo: { name: "Zoë", address: "zoë@visitor.test" } }), idle);
    await transport.send(sampleMail(), idle);
    const repliesTo = server.mails.map(({ raw }) => /^Reply-To: .*<(.*)>/m.exec(raw)?.[1]);
    expect(repliesTo).toEqual([undefined, "zoe@visitor.test"]);
    // A domain can be written in ASCII.
    await transport.send(sampleMail({ to: "zoe@exämple.test" }), idle);
  });

  test.each([
    ["mail", "550 5.6.7 no", "dead", "international-address"],
    ["recipient", "553 SMTPUTF8 not here", "dead", "international-address"],
    ["recipient", "553 no internationalized addresses", "dead", "international-address"],
    ["mail", "550 5.7.0 no", "deferred", "protocol"],
  ] as const)("to the %s of an international address with %s is %s", async (step, answer, outcome, reason) => {
    const server = closeLater(await startFakeSmtp({ [step]: () => answer }));
    const facts = await failureOf(connect(server.port).send(sampleMail({ to: "zoë@example.test" }), idle));
    expect(facts).toMatchObject({ outcome, reason });
  });
});

describe("a fault of the line", () => {
  const CUT_OFF = { reason: "cut-off", scope: "connection" };

  test.each([
    ["no encryption is offered though it is asked for", {}, "tls"],
    ["encryption is refused", { EHLO: "250-test\r\n250 STARTTLS", STARTTLS: "454 4.7.0 not now" }, "tls"],
    ["the server will not speak", { greeting: "554 no service here" }, "server-refused"],
    ["the greeting is garbage", { greeting: "\u0000\u0001 HTTP/1.1 400 Bad Request" }, "protocol"],
  ] as const)("where %s makes every mail wait", async (_, script, reason) => {
    const server = closeLater(await startScriptedSmtp(script));
    const facts = await failureOf(connect(server.port, { tls: "required" }).send(sampleMail(), idle));
    expect(facts).toMatchObject({ outcome: "deferred", reason, scope: "connection" });
  });

  test("where nobody listens makes every mail wait", async () => {
    const server = await startScriptedSmtp({});
    await server.close();
    const facts = await failureOf(connect(server.port).send(sampleMail(), idle));
    expect(facts).toMatchObject({ outcome: "deferred", reason: "unreachable", scope: "connection" });
  });

  test.each([
    ["signed by itself", "localhost", false, undefined],
    ["signed by itself, TLS from the first byte", "localhost", true, undefined],
    ["of another name", "localhost", false, elsewhere.ca],
    ["of another name, at an address", "127.0.0.1", false, elsewhere.ca],
    ["of another name, TLS from the first byte", "127.0.0.1", true, elsewhere.ca],
  ] as const)("where the certificate is %s, nobody is given the password or a mail", async (_, host, secure, ca) => {
    const given: string[] = [];
    const rules = { login: (...words: string[]) => void given.push(...words), mail: () => void given.push("mail") };
    const server = closeLater(await startFakeSmtp(rules, { ...elsewhere.certificate, secure }));
    const login = { user: "relay", password: "secret" };
    const transport = connect(server.port, { tls: "required", implicitTls: secure, host, ca, ...login });
    expect(await failureOf(transport.send(sampleMail(), idle))).toMatchObject({ outcome: "deferred", reason: "tls" });
    expect(await failureOf(transport.send(sampleMail({ to: "zoë@exämple.test" }), idle))).toMatchObject({
      reason: "tls",
    });
    expect(given).toEqual([]);
  });

  test.each([
    ["the connection ends before the greeting", { greeting: "destroy" }, CUT_OFF],
    ["the connection ends at the login", { EHLO: "250-test\r\n250 AUTH PLAIN", AUTH: "destroy" }, CUT_OFF],
    ["the connection is reset at the sender", { MAIL: "reset" }, { ...CUT_OFF, scope: "route" }],
    ["the connection ends at the recipient", { EHLO: "250 test", RCPT: "destroy" }, { ...CUT_OFF, scope: "route" }],
    ["garbage comes at the recipient", { RCPT: "what?" }, { reason: "protocol", scope: "route" }],
    ["garbage comes at the data", { DATA: "what?" }, { reason: "protocol", scope: "route" }],
    ["the server names a smaller size", { EHLO: "250-test\r\n250 SIZE 9" }, { outcome: "dead", reason: "too-large" }],
  ] as const)("where %s, nothing was sent", async (_, script, expected) => {
    const server = closeLater(await startScriptedSmtp(script));
    const transport = connect(server.port, { user: "relay", password: "secret" });
    expect(await failureOf(transport.send(sampleMail(), idle))).toMatchObject({ outcome: "deferred", ...expected });
  });

  test.each([
    ["the connection ends", "destroy"],
    ["the connection is reset", "reset"],
    ["garbage comes", "what?"],
  ])("where %s after the end of the data, the mail may have arrived", async (_, answer) => {
    const server = closeLater(await startScriptedSmtp({ ".": answer }));
    const facts = await failureOf(connect(server.port).send(sampleMail(), idle));
    expect(facts).toMatchObject({ outcome: "broken-after-data", reason: "no-answer", scope: "mail" });
  });

  test("where the server falls silent after the end of the data ends in time", async () => {
    const server = closeLater(await startScriptedSmtp({ ".": null }));
    const timeouts = { ...DEFAULT_TIMEOUTS, replyMs: 100 };
    const facts = await failureOf(connect(server.port, { timeouts }).send(sampleMail(), idle));
    expect(facts).toMatchObject({ outcome: "broken-after-data", reason: "no-answer" });
  });

  test("where the greeting never ends, or the server trickles, ends in time", async () => {
    const endless = closeLater(
      await startRawServer((socket) => {
        const timer = setInterval(() => socket.write("220-and on\r\n"), 5);
        socket.on("close", () => clearInterval(timer));
      }),
    );
    const timeouts = { ...DEFAULT_TIMEOUTS, beforeDataMs: 150 };
    const facts = await failureOf(connect(endless.port, { timeouts }).send(sampleMail(), idle));
    expect(facts).toMatchObject({ outcome: "deferred", reason: "timeout", scope: "connection" });
  });

  test("that we make ourselves, by stopping, is reported as such", async () => {
    const server = closeLater(await startScriptedSmtp({ MAIL: null }));
    const stop = new AbortController();
    const sending = connect(server.port).send(sampleMail(), stop.signal);
    stop.abort();
    expect(await failureOf(sending)).toMatchObject({ outcome: "deferred", reason: "stopped" });
  });
});
