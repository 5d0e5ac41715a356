// Logins at a mail server: how often a refused one is tried, and OAuth 2.0 in place of a password.
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { OAuthSettings } from "../../../../relay/delivery/transports/access-token.ts";
import { createMailLogin } from "../../../../relay/delivery/transports/mail-login.ts";
import type { SmtpSettings } from "../../../../relay/delivery/transports/smtp-connection.ts";
import { createSmtpTransport } from "../../../../relay/delivery/transports/smtp-transport.ts";
import { listen } from "../../../support/process/listen.ts";
import { sampleMail } from "../../../support/relay/sample-mail.ts";
import { startRecordedSmtp } from "../../support/recorded-smtp.ts";
import { closeAfterEach, closeLater, failureOf } from "../../support/sending.ts";

closeAfterEach();

const idle = new AbortController().signal;

const settingsOf = (port: number): SmtpSettings => ({
  ...{ host: "127.0.0.1", port, implicitTls: false, user: "relay@example.com", password: "wrong", tls: "off" },
});

describe("a login that is refused", () => {
  const REFUSED = { EHLO: "250-test\r\n250 AUTH PLAIN", AUTH: "535 5.7.8 Authentication failed" };

  test("is tried by one connection at a time, soon again, and then once in five minutes", async () => {
    const server = closeLater(await startRecordedSmtp(REFUSED));
    let elapsed = 0;
    const login = createMailLogin(settingsOf(server.port), () => elapsed);
    const transports = [1, 2].map(() => closeLater(createSmtpTransport(settingsOf(server.port), login)));
    const triedAt: number[] = [];
    for (let minute = 0; minute < 30; minute += 0.5) {
      elapsed = minute * 60_000;
      const before = server.said("AUTH").length;
      const failures = await Promise.all(
        transports.flatMap((one) => [one, one, one]).map((one) => failureOf(one.send(sampleMail(), idle))),
      );
      const tried = server.said("AUTH").length - before;
      for (const facts of failures)
        expect(facts).toMatchObject({ outcome: "deferred", reason: "login", scope: "connection" });
      expect(failures.filter(({ isTried }) => isTried).map(({ smtpCode }) => smtpCode)).toEqual(Array(tried).fill(535));
      for (let n = before; n < server.said("AUTH").length; n += 1) triedAt.push(minute);
    }
    expect(triedAt).toEqual([0, 0.5, 5.5, 10.5, 15.5, 20.5, 25.5]);
  });

  test("is tried at once where somebody says that it was put right, and not put off once it is", async () => {
    let isRight = false;
    const AUTH = () => (isRight ? "235 2.7.0 ok" : "535 5.7.8 no");
    const server = closeLater(await startRecordedSmtp({ ...REFUSED, AUTH }));
    const login = createMailLogin(settingsOf(server.port), () => 0);
    const transport = closeLater(createSmtpTransport(settingsOf(server.port), login));
    await failureOf(transport.send(sampleMail(), idle));
    isRight = true;
    await failureOf(transport.send(sampleMail(), idle));
    login.tryNow();
    await transport.send(sampleMail(), idle);
    expect(server.said("AUTH")).toHaveLength(2);
  });
});

test.each([
  ["250-test\r\n250 AUTH XOAUTH2", "takes no password, but XOAUTH2"],
  ["250-test\r\n250-AUTH XOAUTH2 OAUTHBEARER\r\n250 SIZE 1000000", "takes no password, but XOAUTH2, OAUTHBEARER"],
])("a server that takes tokens alone (%j) is never sent a password", async (EHLO, words) => {
  const server = closeLater(await startRecordedSmtp({ EHLO }));
  const transport = closeLater(createSmtpTransport(settingsOf(server.port)));
  const facts = await failureOf(transport.send(sampleMail(), idle));
  expect(facts).toMatchObject({ outcome: "deferred", reason: "login", scope: "connection" });
  expect([facts.reply, server.said("AUTH")]).toEqual([expect.stringContaining(words), []]);
});

describe("OAuth 2.0", () => {
  type Tokens = (asked: URLSearchParams, count: number) => readonly [status: number, body: string];

  async function startTokens(answer: Tokens) {
    const asked: URLSearchParams[] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      asked.push(new URLSearchParams(body));
      const [status, text] = answer(asked.at(-1) ?? new URLSearchParams(), asked.length);
      response.writeHead(status, { "content-type": "application/json" }).end(text);
    });
    const { port, close } = await listen(server);
    return { asked, close, url: `http://127.0.0.1:${port}/token` };
  }
  const given = (token: string, life = 3600) =>
    [200, JSON.stringify({ access_token: token, expires_in: life })] as const;

  const CLIENT = { clientId: "relay", clientSecret: "s3cret", scope: "smtp/.default", refreshToken: null };
  const connect = (port: number, oauth: OAuthSettings) => {
    const settings = { ...settingsOf(port), password: null };
    return closeLater(createSmtpTransport(settings, createMailLogin({ ...settings, oauth })));
  };
  const OFFER = { EHLO: "250-test\r\n250 AUTH LOGIN PLAIN XOAUTH2", AUTH: "235 2.7.0 ok" };
  const loginOf = (line = "") => Buffer.from(line.split(" ").at(-1) ?? "", "base64").toString();

  test.each([
    [
      "client credentials",
      CLIENT,
      "client_id=relay&client_secret=s3cret&scope=smtp%2F.default&grant_type=client_credentials",
    ],
    [
      "a refresh token",
      { ...CLIENT, scope: null, refreshToken: "r3fresh" },
      "client_id=relay&client_secret=s3cret&grant_type=refresh_token&refresh_token=r3fresh",
    ],
  ])("logs in with a token for %s, which is asked for once", async (_, client, form) => {
    const tokens = closeLater(await startTokens(() => given("t0ken")));
    const server = closeLater(await startRecordedSmtp({ ...OFFER, ".": "421 4.3.2 bye" }));
    const transport = connect(server.port, { ...client, url: tokens.url });
    for (let n = 0; n < 3; n += 1) await failureOf(transport.send(sampleMail(), idle));
    expect(tokens.asked.map(String)).toEqual([form]);
    const logins = server.said("AUTH XOAUTH2 ").map(loginOf);
    expect(logins).toEqual(Array(3).fill("user=relay@example.com\u0001auth=Bearer t0ken\u0001\u0001"));
  });

  test("asks for a new token before the last one runs out, and where the server no longer takes it", async () => {
    const tokens = closeLater(await startTokens((_, count) => given(`t${count}`)));
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    let refuses = false;
    const AUTH = () => {
      const answer = refuses ? "334 eyJzdGF0dXMiOiI0MDEifQ==" : "235 2.7.0 ok";
      refuses = false;
      return answer;
    };
    const server = closeLater(
      await startRecordedSmtp({ ...OFFER, AUTH, "": "535 5.7.8 token refused", ".": "421 4.3.2 bye" }),
    );
    const transport = connect(server.port, { ...CLIENT, url: tokens.url });
    await failureOf(transport.send(sampleMail(), idle));
    vi.setSystemTime(Date.now() + 3_550_000);
    refuses = true;
    await failureOf(transport.send(sampleMail(), idle));
    const used = server.said("AUTH").map((line) => /Bearer (\w+)/.exec(loginOf(line))?.[1]);
    expect(used).toEqual(["t1", "t2", "t3"]);
  });

  test.each([
    [
      "400 with a reason",
      400,
      '{"error":"invalid_client","error_description":"secret expired"}',
      "invalid_client: secret expired",
    ],
    ["something else", 200, "<html>", "no reason given"],
  ])("waits where the token server answers with %s, and says so", async (_, status, body, words) => {
    const tokens = closeLater(await startTokens(() => [status, body]));
    const server = closeLater(await startRecordedSmtp(OFFER));
    const facts = await failureOf(connect(server.port, { ...CLIENT, url: tokens.url }).send(sampleMail(), idle));
    expect(facts).toMatchObject({ outcome: "deferred", reason: "login", scope: "connection" });
    expect(facts.reply).toContain(words);
    expect([server.said("AUTH"), facts.reply]).toEqual([[], expect.not.stringContaining("s3cret")]);
  });

  test("waits where there is no token server, or the mail server offers no XOAUTH2", async () => {
    const tokens = await startTokens(() => given("t0ken"));
    await tokens.close();
    const server = closeLater(await startRecordedSmtp(OFFER));
    const away = connect(server.port, { ...CLIENT, url: tokens.url });
    expect(await failureOf(away.send(sampleMail(), idle))).toMatchObject({ outcome: "deferred", reason: "login" });
    const plain = closeLater(await startRecordedSmtp({ EHLO: "250-test\r\n250 AUTH PLAIN" }));
    const facts = await failureOf(connect(plain.port, { ...CLIENT, url: tokens.url }).send(sampleMail(), idle));
    expect([facts.reply, plain.said("AUTH")]).toEqual([expect.stringContaining("does not offer XOAUTH2"), []]);
  });
});
