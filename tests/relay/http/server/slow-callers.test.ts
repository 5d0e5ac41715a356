// Callers that begin and never finish, over real lines, against a relay whose limits are short.
import { once } from "node:events";
import { expect, test } from "vitest";
import { HTTP_LIMITS } from "../../../../relay/http/server/http-limits.ts";
import { BODY, begin, HEAD, withLimits } from "../../support/half-sent.ts";
import { REQUEST, withRelay } from "../../support/with-relay.ts";

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

test("a head and a body may take ten seconds each; there are 2,048 lines, and 512 for one address", () => {
  expect(HTTP_LIMITS).toMatchObject({ headersMs: 10_000, bodyMs: 10_000, maxConnections: 2048, maxPerAddress: 512 });
});

test("who sends a byte now and then gains no time by it", () =>
  withLimits({ bodyMs: 300 }, async (relay) => {
    const { socket, answer } = await begin(relay, `${HEAD}${BODY}{`);
    const dribble = setInterval(() => socket.write(" "), 20);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    clearInterval(dribble);
  }));

const POST = (body: string) => `${HEAD}connection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const isOpen = async (answer: Promise<string>) =>
  (await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, null))])) === null;

test.each([
  ["all", "overall", { maxConnections: 6, maxPerAddress: 100 }],
  ["one address", "address", { maxConnections: 100, maxPerAddress: 6 }],
] as const)("where %s has too many lines, the longest idle one makes room, and that is reported", (_, reason, limits) =>
  withLimits(limits, async (relay) => {
    const open = [];
    for (const bytes of [HEAD, "", `${HEAD}${BODY}{`, HEAD, "", HEAD]) open.push(await begin(relay, bytes));
    // It takes a line of its own: the first is gone by now.
    expect((await relay.fetch("/healthz")).status).toBe(200);
    expect(await open[0]?.answer).toBe("");
    const body = JSON.stringify(REQUEST);
    expect(await (await begin(relay, POST(body))).answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(await open[1]?.answer).toBe("");
    expect(await isOpen(open[2]?.answer ?? Promise.resolve(""))).toBe(true);
    const closed = () => relay.events.filter(({ type }) => type === "connections-closed");
    // They are reported together, a second later.
    expect(closed()).toEqual([]);
    relay.clock.advance(1000);
    expect(closed()).toMatchObject([{ reason, count: expect.any(Number) }]);
    expect(closed()[0]).not.toMatchObject({ count: 1 });
    const figures = await relay.metrics();
    expect(figures).toMatch(new RegExp(`^relay_connections_closed_total\\{reason="${reason}"\\} \\d+$`, "m"));
    expect(Number(/^relay_connections (\d+)$/m.exec(figures)?.[1])).toBeLessThanOrEqual(6);
    for (const { socket } of open) socket.destroy();
  }),
);

test("a line that was used a moment ago has been idle for less long than one that was opened after it", () =>
  withLimits({ maxConnections: 2 }, async (relay) => {
    const [first, second] = [await begin(relay, ""), await begin(relay, "")];
    const answered = once(first.socket, "data");
    first.socket.write("GET /healthz HTTP/1.1\r\nhost: relay\r\n\r\n");
    await answered;
    await expect.poll(() => relay.events.some(({ type }) => type === "answered")).toBe(true);
    const third = await begin(relay, HEAD);
    expect(await second.answer).toBe("");
    for (const { answer } of [first, third]) expect(await isOpen(answer)).toBe(true);
    // Its answer has ended: from then on it is as idle as any other.
    const fourth = await begin(relay, HEAD);
    expect(await first.answer).toContain("alive");
    for (const { socket } of [third, fourth]) socket.destroy();
  }));

test("a line that is being answered is never closed for another; the newest goes", () =>
  withLimits({ maxConnections: 2 }, async (relay) => {
    const { accept } = relay.outbox;
    let letGo: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let taken = 0;
    relay.outbox.accept = async (...given) => {
      taken += 1;
      await gate;
      return accept(...given);
    };
    const busy = await Promise.all(
      ["One", "Two"].map((message) => begin(relay, POST(JSON.stringify({ ...REQUEST, message })))),
    );
    await expect.poll(() => taken).toBe(2);
    expect(await (await begin(relay, HEAD)).answer).toBe("");
    letGo();
    for (const { answer } of busy) expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  }));

test.each([["1"], ["127.0.0.0/8"]])(
  "behind a trusted proxy (%s) the limit per address does not count the proxy",
  (trust) =>
    withRelay(
      async (relay) => {
        const open = await Promise.all(Array.from({ length: 8 }, () => begin(relay, HEAD)));
        expect((await relay.post(REQUEST)).status).toBe(200);
        for (const { answer } of open) expect(await isOpen(answer)).toBe(true);
        expect(relay.events.filter(({ type }) => type === "connections-closed")).toEqual([]);
        for (const { socket } of open) socket.destroy();
      },
      { RELAY_TRUST_PROXY: trust },
      { httpLimits: { ...HTTP_LIMITS, maxPerAddress: 3 } },
    ),
);
