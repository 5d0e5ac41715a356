// Callers that never come to an end, that talk something else than HTTP, or that come while the relay goes.

import { once } from "node:events";
import { Server } from "node:http";
import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { StoreError } from "../../../../relay/errors.ts";
import { answerTo, begin, HEAD } from "../../support/half-sent.ts";
import { codeOf, ORIGIN, REQUEST, sharedRelay, withRelay } from "../../support/with-relay.ts";

const onRelay = sharedRelay();

describe("a sender without an end", () => {
  test("gets its answer and is cut off, whether it says how much it has or not", () =>
    onRelay(async (relay) => {
      const announced = await answerTo(relay, `${HEAD}content-length: 999999999\r\n\r\n${"x".repeat(2_000_000)}`);
      expect(announced).toMatch(/^HTTP\/1\.1 413 /);
      expect(announced).toMatch(new RegExp(`access-control-allow-origin: ${ORIGIN}`, "i"));
      expect(announced).toMatch(/connection: close/i);
      const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
      const unannounced = await answerTo(relay, `${HEAD}transfer-encoding: chunked\r\n\r\n${chunk.repeat(40)}`);
      expect(unannounced).toMatch(/^HTTP\/1\.1 413 /);
      expect(unannounced).toMatch(/payload_too_large/);
    }));

  test("that goes away in the middle leaves nothing behind", () =>
    onRelay(async ({ url, outbox, events }) => {
      const before = (await outbox.list({}, 1)).items[0]?.id;
      const seen = events.length;
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.write(`${HEAD}content-length: 500\r\n\r\n{"firstName":"Zo`, () => socket.destroy());
      await expect.poll(() => events.slice(seen).find(({ type }) => type === "answered")).toBeDefined();
      expect((await outbox.list({}, 1)).items[0]?.id).toBe(before);
    }));
});

describe("what is no proper HTTP", () => {
  test.each([
    ["garbage", "\u0016\u0003\u0001 hello\r\n\r\n", 400],
    ["a header of 20 kB", `GET / HTTP/1.1\r\nhost: relay\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["two lengths", `${HEAD}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`, 400],
    ["a length and chunks", `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ])("such as %s is answered in a line and cut off", (name, bytes, status) =>
    onRelay(async (relay) => {
      const answer = await answerTo(relay, bytes);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      if (name === "no host") return;
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      expect(head).toContain("\r\ncontent-type: application/json; charset=utf-8\r\n");
      expect(head).toContain(`\r\ncontent-length: ${body.length}\r\nconnection: close`);
      const message = status === 431 ? "The request's headers are too large." : "The request cannot be read.";
      const error = { message, details: null, hint: null, code: "bad_request", requestId: null, fields: [] };
      expect(JSON.parse(body)).toEqual({ data: null, error });
    }),
  );

  test("such as an expectation that nobody knows is left unfulfilled, and the request answered", () =>
    onRelay(async (relay) => {
      const answer = await answerTo(relay, `${HEAD}expect: miracles\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*"empty_body"/s);
    }));

  test("such as one header twice is read as HTTP reads it", () =>
    onRelay(async (relay) => {
      const body = JSON.stringify(REQUEST);
      const twice = `${HEAD}content-type: application/json\r\nidempotency-key: a\r\nidempotency-key: b\r\nconnection: close\r\n`;
      expect(await answerTo(relay, `${twice}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)).toMatch(
        /^HTTP\/1\.1 200 /,
      );
    }));
});

describe("a store that takes nothing", () => {
  test.each([
    ["full", "60"],
    ["locked", "5"],
    ["closed", "10"],
    ["sync-failed", "10"],
    ["damaged", "60"],
    ["unreachable", "5"],
    ["denied", "60"],
    ["moved", "10"],
  ] as const)(
    "because it is %s is answered 503, with when to come again, and nothing of the inside",
    (failure, seconds) =>
      withRelay(async (relay) => {
        const { accept } = relay.outbox;
        Object.assign(relay.outbox, { accept: () => Promise.reject(new StoreError(failure, "at /secret/place")) });
        const answer = await relay.post(REQUEST);
        expect([answer.status, codeOf(answer), answer.headers.get("retry-after")]).toEqual([
          503,
          "not_durable",
          seconds,
        ]);
        expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
        expect(answer.text).not.toContain("secret");
        Object.assign(relay.outbox, { accept });
        expect((await relay.post(REQUEST)).status).toBe(200);
      }),
  );

  test("for a reason nobody thought of is answered 500, and reported to operators alone", () =>
    withRelay(async (relay) => {
      Object.assign(relay.outbox, { accept: () => Promise.reject(new Error("zoe@example.org at /secret/place")) });
      const answer = await relay.post(REQUEST);
      expect([answer.status, codeOf(answer)]).toEqual([500, "internal_error"]);
      expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
      expect(answer.text).not.toMatch(/secret|zoe/);
      expect(relay.events.find(({ type }) => type === "fault")).toMatchObject({ where: "http" });
    }));
});

describe("a relay that stops", () => {
  test("finishes what it has taken and takes nothing more, without a wait for callers that keep their lines", () =>
    withRelay(async (relay) => {
      const cut = vi.spyOn(Server.prototype, "closeAllConnections");
      const { accept } = relay.outbox;
      let letGo: () => void = () => {};
      const stored = new Promise<void>((resolve) => {
        Object.assign(relay.outbox, {
          accept: async (...args: Parameters<typeof accept>) => {
            resolve();
            await new Promise<void>((go) => {
              letGo = go;
            });
            return accept(...args);
          },
        });
      });
      const answer = relay.post(REQUEST);
      await stored;
      const stopping = relay.relay.stop();
      expect(relay.relay.isReady()).toBe(false);
      await expect(relay.post({ ...REQUEST, message: "Too late" })).rejects.toThrow();
      letGo();
      expect((await answer).status).toBe(200);
      await stopping;
      expect(cut).not.toHaveBeenCalled();
      cut.mockRestore();
      await relay.restart();
      expect((await relay.outbox.list({}, 10)).items).toHaveLength(1);
    }));

  test("sends what comes on the lines that it still has elsewhere", () =>
    withRelay(async (relay) => {
      const { socket, answer } = await begin(relay, `GET /healthz HTTP/1.1\r\nhost: relay\r\n\r\n${HEAD}`);
      await once(socket, "data");
      const stopping = relay.relay.stop();
      socket.write(`content-length: 2\r\n\r\n{}`);
      const [, refusal = ""] = (await answer).split("alive\n");
      expect(refusal).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/i);
      expect(refusal).toMatch(/\r\nretry-after: 5\r\n/i);
      expect(JSON.parse(refusal.split("\r\n\r\n")[1] ?? "").error).toMatchObject({
        code: "not_durable",
        message: "The relay is restarting; nothing was accepted.",
        hint: "Send it again in a few seconds.",
      });
      await stopping;
    }));
});
