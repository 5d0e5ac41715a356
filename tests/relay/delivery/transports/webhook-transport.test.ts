// A call's way to a receiver: what arrives, who is called at all, and what is made of every answer.
import dns from "node:dns";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  createWebhookTransport,
  type WebhookSettings,
} from "../../../../relay/delivery/transports/webhook-transport.ts";
import { version } from "../../../../relay/version.ts";
import { startRawServer, testCertificate, testKey } from "../../../support/relay/fake-smtp.ts";
import { isGenuine, type ReceivedCall, startWebhookReceiver } from "../../../support/relay/webhook-receiver.ts";
import { closeAfterEach, closeLater, failureOf } from "../../support/sending.ts";

closeAfterEach();
const start = async (tls?: { key: string; cert: string }) => closeLater(await startWebhookReceiver(tls ?? null));

const NOW = Date.UTC(2026, 2, 14, 15, 9, 26);
const idle = new AbortController().signal;
const BODY = JSON.stringify({ reference: "EV-1", name: "Zoë" });

const transportTo = (url: string, more: Partial<WebhookSettings> = {}) =>
  createWebhookTransport({ urls: [url], secrets: ["s1"], now: () => NOW, ...more });
const call = (url: string, more: Partial<WebhookSettings> = {}, signal = idle) =>
  transportTo(url, more).send({ id: "row-1", url, body: BODY }, signal);

describe("a call", () => {
  test("arrives as the manual says, and its signature proves who made it", async () => {
    const receiver = await start();
    const delivered = await call(`${receiver.url}?key=1`);
    expect(delivered).toEqual({ reply: "204 No Content", queueId: null });
    const [received] = receiver.calls;
    expect(received).toMatchObject({ method: "POST", path: "/hook?key=1", text: BODY });
    expect(received?.headers).toMatchObject({
      ...{ "content-type": "application/json", "user-agent": `eventsite-relay/${version}`, "eventsite-id": "row-1" },
      ...{ "eventsite-timestamp": String(NOW / 1000), connection: "close" },
    });
    const genuine = (secret: string, now = NOW, changed = {}) =>
      isGenuine({ ...(received as ReceivedCall), ...changed }, secret, now);
    expect([genuine("s1"), genuine("s2"), genuine("s1", NOW + 301_000)]).toEqual([true, false, false]);
    expect(genuine("s1", NOW, { text: `${BODY} ` })).toBe(false);
  });

  test("is signed with both secrets while one takes the place of the other", async () => {
    const receiver = await start();
    await call(receiver.url, { secrets: ["new", "old"] });
    const [received] = receiver.calls;
    expect(["new", "old", "other"].map((secret) => isGenuine(received as ReceivedCall, secret, NOW))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("goes over TLS to a receiver whose certificate is trusted, and to no other", async () => {
    const receiver = await start({ key: testKey, cert: testCertificate });
    const url = `https://localhost:${receiver.port}/`;
    expect(await failureOf(call(url))).toMatchObject({ outcome: "deferred", reason: "tls", scope: "route" });
    expect(receiver.calls).toHaveLength(0);
    await call(url, { ca: testCertificate });
    expect(receiver.calls).toHaveLength(1);
  });
});

describe("an answer", () => {
  const ANSWERS = [
    ["delivered", null, null, 200, 202, 299],
    ["deferred", "redirected", "route", 300, 301, 307, 399],
    ["dead", "receiver-refused", "mail", 400, 401, 404, 410, 499],
    ["deferred", "receiver-busy", "mail", 408, 425, 429],
    ["deferred", "receiver-failed", "mail", 500, 599],
    ["deferred", "receiver-failed", "route", 502, 503, 504],
  ] as const;

  test.each(
    ANSWERS.flatMap(([outcome, reason, scope, ...all]) =>
      all.map((status) => [status, outcome, reason, scope] as const),
    ),
  )("of %i: %s", async (status, outcome, reason, scope) => {
    const [receiver, elsewhere] = [await start(), await start()];
    receiver.answer = (response) => response.writeHead(status, { location: elsewhere.url }).end("Not\r\nnow");
    const sending = call(receiver.url);
    if (outcome === "delivered") expect((await sending).reply).toMatch(/^2\d\d \w+ Not now$/);
    else {
      const facts = await failureOf(sending);
      expect(facts).toMatchObject({ outcome, reason, scope, smtpCode: status });
      expect(facts.reply).toMatch(new RegExp(`^${status} .*Not now$`));
    }
    expect([receiver.calls.length, elsewhere.calls.length]).toEqual([1, 0]);
  });

  test("is read no further than its beginning, however long it is", async () => {
    const receiver = await start();
    let written = 0;
    receiver.answer = (response) => {
      const write = () => {
        if (response.destroyed || written > 50_000_000) return;
        written += 65_536;
        response.write("x".repeat(65_536), () => setImmediate(write));
      };
      response.on("error", () => {});
      response.writeHead(200);
      write();
    };
    const { reply } = await call(receiver.url);
    expect(reply).toMatch(/^200 OK x+…$/);
    expect(reply.length).toBeLessThan(600);
    expect(written).toBeLessThan(50_000_000);
  });

  test("counts by its status where its body never ends", async () => {
    const receiver = await start();
    receiver.answer = (response) => response.writeHead(200).write("so far");
    expect(await call(receiver.url, { timeoutMs: 1000 })).toMatchObject({ reply: "200 OK so far" });
  });
});

describe("without an answer", () => {
  test("in time, nobody knows whether the call came through", async () => {
    const receiver = await start();
    receiver.answer = () => {};
    const facts = await failureOf(call(receiver.url, { timeoutMs: 200 }));
    expect(facts).toMatchObject({ outcome: "broken-after-data", reason: "timeout", scope: "route" });
  });

  test.each([
    ["nobody there", null, { outcome: "deferred", reason: "unreachable" }],
    ["a line that breaks", "destroy", { outcome: "broken-after-data", reason: "cut-off" }],
    ["words that are not HTTP", "220 mail.test ESMTP\r\n", { outcome: "broken-after-data", reason: "protocol" }],
  ])("there is %s", async (_, answer, expected) => {
    const server = await startRawServer((socket) =>
      socket.on("data", () => (answer === "destroy" ? socket.destroy() : socket.end(answer ?? ""))),
    );
    const url = `http://127.0.0.1:${server.port}/`;
    if (answer === null) await server.close();
    else closeLater(server);
    expect(await failureOf(call(url))).toMatchObject({ ...expected, scope: "route", smtpCode: null });
  });

  test("since there is no such name, it is tried again", async () => {
    const none = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    const lookup = vi
      .spyOn(dns, "lookup")
      .mockImplementation(((...given: unknown[]) => (given.at(-1) as (error: Error) => void)(none)) as never);
    onTestFinished(() => lookup.mockRestore());
    expect(await failureOf(call("https://crm.test/"))).toMatchObject({ outcome: "deferred", reason: "dns" });
  });

  test("because the relay ends, a call that was not sent counts as not begun", async () => {
    const receiver = await start();
    const stopped = AbortSignal.abort();
    expect(await failureOf(call(receiver.url, {}, stopped))).toMatchObject({ outcome: "deferred", reason: "stopped" });
    const stop = new AbortController();
    receiver.answer = () => stop.abort();
    const unknown = { outcome: "broken-after-data", reason: "no-answer", scope: "route", reply: null };
    expect(await failureOf(call(receiver.url, {}, stop.signal))).toMatchObject(unknown);
  });
});

test.each([
  ["http://127.0.0.1:9/other-port"],
  ["http://localhost:8/other-name"],
  ["https://127.0.0.1:8/other-protocol"],
  ["https://crm.test.evil.test/"],
])("nobody is called whom the configuration does not name: %s", async (url) => {
  const reply = expect.stringContaining("may call");
  const refused = { outcome: "deferred", reason: "not-allowed", scope: "route", reply };
  const transport = transportTo("http://127.0.0.1:8/hook");
  expect(await failureOf(transport.send({ id: "1", url, body: "{}" }, idle))).toMatchObject(refused);
});
