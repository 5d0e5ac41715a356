// The doctor's conversation with a mail server, against servers that behave and misbehave.
import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { SmtpSettings } from "../../../relay/delivery/transports/smtp-connection.ts";
import { checkMailServer } from "../../../relay/doctor/check-mail-server.ts";
import { createAuthority } from "../../support/relay/certificates.ts";
import { startFakeSmtp, startRawServer } from "../../support/relay/fake-smtp.ts";
import { closeAfterEach, closeLater } from "../support/sending.ts";

closeAfterEach();

const heard: string[] = [];
afterEach(() => void heard.splice(0));

const LOGIN = { user: "u", password: "p" };
const SETTINGS = { host: "127.0.0.1", implicitTls: false, ...LOGIN };

type Answer = string | ((line: string) => string);

/** Answers by the first word of a line; what has no answer gets 250. */
async function serverThat(greeting: string, answers: Readonly<Record<string, Answer>> = {}): Promise<SmtpSettings> {
  const talk = (socket: Socket) => {
    socket.write(greeting);
    socket.on("data", (data) => {
      for (const line of data.toString().split("\r\n").filter(Boolean)) {
        heard.push(line);
        const answer = answers[line.split(/[ :]/)[0] ?? ""] ?? "250 fine\r\n";
        const text = typeof answer === "string" ? answer : answer(line);
        if (text === "close") socket.destroy();
        else socket.write(text);
        if (line === "QUIT") socket.end();
      }
    });
  };
  const { port } = closeLater(await startRawServer(talk));
  return { ...SETTINGS, port, user: null, tls: "off" };
}

const look = async (probed: SmtpSettings) =>
  Object.fromEntries(
    (await checkMailServer(probed)).map(({ check, ...found }) => [check.replace("mail server: ", ""), found]),
  );

const overTls = (port: number, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  ...SETTINGS,
  port,
  tls: "required",
  ...more,
});

const HELLO = "250-mx.evenhall.ca\r\n250-SIZE 10485760\r\n250-AUTH PLAIN LOGIN\r\n250 SMTPUTF8\r\n";

describe("a mail server", () => {
  test("that takes all is well, and gets no mail", async () => {
    const found = await look(await serverThat("220 mx ESMTP\r\n", { EHLO: HELLO }));
    expect(found).toMatchObject({
      connection: { status: "warning" },
      login: { status: "skipped" },
      size: { status: "ok", message: "mails of up to 10240 KiB" },
    });
    await expect.poll(() => heard.map((line) => line.split(/[ :]/)[0])).toEqual(["EHLO", "QUIT"]);
  });

  test("without TLS fails where TLS is required, and is not given the password", async () => {
    const probed = await serverThat("220 mx\r\n", { EHLO: HELLO });
    const found = await look({ ...probed, tls: "required", ...LOGIN });
    expect(found.TLS).toMatchObject({ status: "failed" });
    expect(heard.join("\n")).not.toContain("AUTH");
  });

  test("that refuses the login fails there, and is asked nothing more", async () => {
    const probed = await serverThat("220 mx\r\n", { EHLO: HELLO, AUTH: "535 5.7.8 no\r\n" });
    const found = await look({ ...probed, user: "zoë", password: "p:w@d" });
    expect(found.login).toMatchObject({ status: "failed", message: expect.stringContaining("535 5.7.8 no") });
    expect(heard).toContain(`AUTH PLAIN ${Buffer.from("\0zoë\0p:w@d").toString("base64")}`);
    expect(Object.keys(found)).toEqual(["login"]);
  });

  test("that knows the login in two steps gets it so", async () => {
    const rules = { login: (_user: string, password: string) => (password === "p" ? null : "535 no") };
    const smtp = closeLater(await startFakeSmtp(rules, { authMethods: ["LOGIN"] }));
    expect(await look(overTls(smtp.port, { tls: "opportunistic" }))).toMatchObject({ login: { status: "ok" } });
  });

  test.each([
    ["EHLO", "250-mx\r\n250 SIZE 1000\r\n", "size", "warning"],
    ["EHLO", "250 mx\r\n", "size", "ok"],
    ["EHLO", "close", "connection", "failed"],
    // The client goes on with HELO, as delivery does.
    ["EHLO", "what?\r\n", "size", "ok"],
  ])("that answers %s with %j", async (word, answer, check, status) => {
    const found = await look(await serverThat("220 mx\r\n", { EHLO: HELLO, [word]: answer }));
    expect(found[check]).toMatchObject({ status });
  });

  test.each([["554 no\r\n"], ["HTTP/1.1 400 Bad Request\r\n\r\n"], [`220-${"x".repeat(100_000)}`]])(
    "that greets with %j fails",
    async (greeting) => {
      expect((await look(await serverThat(greeting))).connection).toMatchObject({ status: "failed" });
    },
  );

  test("that offers STARTTLS is talked to under TLS", async () => {
    const smtp = closeLater(await startFakeSmtp({ login: (_user, password) => (password === "p" ? null : "535 no") }));
    const found = await look(overTls(smtp.port, { tls: "opportunistic" }));
    expect(found).toMatchObject({ login: { status: "ok" } });
    expect(found.connection).toMatchObject({ status: "warning", message: expect.stringContaining("not looked at") });
    expect(smtp.mails).toEqual([]);
  });

  test("whose certificate is believed is well", async () => {
    const authority = createAuthority("Evenhall");
    const { cert, key } = authority.issue("127.0.0.1");
    const smtp = closeLater(await startFakeSmtp({ login: () => null }, { cert, key }));
    const probed = overTls(smtp.port, { ca: authority.cert });
    expect((await look(probed)).connection).toMatchObject({
      status: "ok",
      message: expect.stringMatching(/speaks TLSv1\.3, and its certificate is believed$/),
    });
  });

  test.each([false, true])(
    "whose certificate is not believed is asked nothing more (TLS at once: %s)",
    async (secure) => {
      const smtp = closeLater(await startFakeSmtp({}, { ...createAuthority("mail.elsewhere.example"), secure }));
      const found = await look(overTls(smtp.port, { implicitTls: secure }));
      const TLS = { status: "failed", message: expect.stringContaining("self-signed") };
      expect([Object.keys(found), found]).toMatchObject([["TLS"], { TLS }]);
    },
  );

  test("that is not there fails", async () => {
    expect((await look({ ...SETTINGS, port: 9, user: null, tls: "off" })).connection).toMatchObject({
      status: "failed",
    });
  });
});
