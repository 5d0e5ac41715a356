// Callers that begin and never finish, over real lines, against a relay whose limits are short.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { CALL_PATH } from "../../../relay/contract.ts";
import { HTTP_LIMITS } from "../../../relay/http/create-server.ts";
import { ORIGIN, REQUEST, type TestRelay, withRelay } from "../support/with-relay.ts";

const HEAD = `POST ${CALL_PATH} HTTP/1.1\r\nhost: relay\r\norigin: ${ORIGIN}\r\ncontent-type: application/json\r\n`;
const BODY = "content-length: 32000\r\n\r\n";

const withLimits = (limits: Partial<typeof HTTP_LIMITS>, use: (relay: TestRelay) => Promise<void>) =>
  withRelay(use, {}, { httpLimits: { ...HTTP_LIMITS, lookEveryMs: 50, ...limits } });

/** A line with these bytes sent and no end; `answer` is all that came back when the relay closed it. */
async function begin({ url }: TestRelay, bytes: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => {});
  const answer = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  await once(socket, "connect");
  if (bytes !== "") socket.write(bytes);
  return { socket, answer };
}

test.each([
  ["nothing", "", { headersMs: 200 }, "request_timeout"],
  ["half a head", HEAD, { headersMs: 200 }, "request_timeout"],
  ["half a body", `${HEAD}${BODY}{"firstName":`, { bodyMs: 200 }, "request_timeout"],
  ["a head, and a body that nobody reads", `PUT / HTTP/1.1\r\nhost: relay\r\n${BODY}`, {}, "not_found"],
])("who sends %s is answered, and the line is closed", (_, bytes, limits, code) =>
  withLimits(limits, async (relay) => {
    expect(await (await begin(relay, bytes)).answer).toContain(`"code":"${code}"`);
  }),
);

test("who sends a byte now and then gains no time by it", () =>
  withLimits({ bodyMs: 300 }, async (relay) => {
    const { socket, answer } = await begin(relay, `${HEAD}${BODY}{`);
    const dribble = setInterval(() => socket.write(" "), 20);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    clearInterval(dribble);
  }));

test("a thousand half-sent requests keep nobody else out, hold little memory, and come to their end", () =>
  withLimits({ headersMs: 1500, bodyMs: 1500 }, async (relay) => {
    const kinds = ["", HEAD, `${HEAD}${BODY}${"x".repeat(16_000)}`];
    const before = process.memoryUsage().rss;
    const open = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => begin(relay, kinds[index % 3] as string)),
    );
    expect((await relay.post(REQUEST)).status).toBe(200);
    expect((process.memoryUsage().rss - before) / 1e6).toBeLessThan(200);
    await Promise.all(open.map(({ answer }) => answer));
    expect((await relay.post({ ...REQUEST, message: "Afterwards" })).status).toBe(200);
    expect((await relay.outbox.list({}, 10)).items).toHaveLength(2);
  }));

test("more lines than there may be are closed at once, and the others are served", () =>
  withLimits({ maxConnections: 5 }, async (relay) => {
    const open = await Promise.all(Array.from({ length: 5 }, () => begin(relay, HEAD)));
    expect(await (await begin(relay, HEAD)).answer).toBe("");
    const [first] = open;
    const body = JSON.stringify(REQUEST);
    first?.socket.write(`connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    expect(await first?.answer).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of open) socket.destroy();
  }));
