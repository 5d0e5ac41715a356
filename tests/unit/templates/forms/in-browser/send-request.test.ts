import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sendRequest } from "../../../../../templates/forms/in-browser/send-request.ts";

type Step =
  | { readonly status: number; readonly body?: unknown; readonly retryAfter?: string }
  | "refuse"
  | "hang"
  | "cut";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sent = { status: 200, body: { data: { id: "EV-1" }, error: null } };

/** A relay that answers by a script, and a clock that only timers move. `waits` are those before its second and later calls. */
async function rehearse(script: readonly Step[], key?: string) {
  const startedAt = Date.now();
  const calls: { url: string; headers: Record<string, string>; body: string; at: number }[] = [];
  const waits: number[] = [];
  let answeredAt = startedAt;
  const tries: string[] = [];
  const answerCall: typeof fetch = async (url, init) => {
    const step = script[calls.length] ?? "refuse";
    calls.push({
      url: String(url),
      headers: init?.headers as Record<string, string>,
      body: String(init?.body),
      at: Date.now() - startedAt,
    });
    if (step === "refuse") throw new TypeError("Failed to fetch");
    const { signal } = init as { signal: AbortSignal };
    if (step === "hang")
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    if (step === "cut")
      return new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError("cut")) }));
    const body =
      typeof step.body === "string" ? step.body : JSON.stringify(step.body ?? { data: null, error: { message: "no" } });
    return new Response(body, {
      status: step.status,
      headers: step.retryAfter ? { "retry-after": step.retryAfter } : {},
    });
  };
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    if (calls.length > 0) waits.push(Date.now() - answeredAt);
    return answerCall(url, init).finally(() => {
      answeredAt = Date.now();
    });
  });
  const answer = sendRequest(
    { url: "https://relay.example.com/call", key },
    { body: '{"a":1}', idempotencyKey: "k1" },
    (attempt, attempts) => tries.push(`${attempt}/${attempts}`),
  );
  let endedAt = startedAt;
  answer.then(() => {
    endedAt = Date.now();
  });
  await vi.runAllTimersAsync();
  return { result: await answer, calls, waits, tries, elapsed: endedAt - startedAt };
}

test("a request that goes through is sent once, as JSON, under its key", async () => {
  const { result, calls, waits } = await rehearse([sent]);
  expect(result).toEqual({ isSent: true, reference: "EV-1" });
  expect(waits).toEqual([]);
  expect(calls).toEqual([
    {
      url: "https://relay.example.com/call",
      headers: { "content-type": "application/json", "idempotency-key": "k1" },
      body: '{"a":1}',
      at: 0,
    },
  ]);
});

test("the relay's public key travels in both headers where there is one", async () => {
  const { calls } = await rehearse([sent], "public-1");
  expect(calls[0]?.headers).toMatchObject({ apikey: "public-1", authorization: "Bearer public-1" });
});

describe.each<[string, Step]>([
  ["no connection", "refuse"],
  ["a connection that is cut", "cut"],
  ["502", { status: 502, body: "<html>" }],
  ["503", { status: 503 }],
  ["504", { status: 504 }],
  ["429", { status: 429 }],
])("%s", (_, step) => {
  test("is tried three times more, 1, 2 and 4 seconds apart, each time with the same key and body", async () => {
    const { result, calls, waits, tries } = await rehearse([step, step, step, step, sent]);
    expect(result.isSent).toBe(false);
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(tries).toEqual(["2/4", "3/4", "4/4"]);
    expect(new Set(calls.map(({ headers, body }) => `${headers["idempotency-key"]} ${body}`)).size).toBe(1);
  });
  test("is forgotten when a later try goes through", async () => {
    const { result, calls } = await rehearse([step, step, sent]);
    expect(result.isSent).toBe(true);
    expect(calls).toHaveLength(3);
  });
});

test.each([400, 401, 403, 404, 413, 422, 500])(
  "status %s is reported at once: another try would end the same",
  async (status) => {
    const { result, calls } = await rehearse([{ status }, sent]);
    expect(result).toMatchObject({ isSent: false, failure: { status, message: "no" } });
    expect(calls).toHaveLength(1);
  },
);

test.each(["", "not json", "{}", '{"data":null,"error":null}'])("an answer of %j is reported at once", async (body) => {
  const { result, calls } = await rehearse([{ status: 200, body }, sent]);
  expect(result.isSent).toBe(false);
  expect(calls).toHaveLength(1);
});

test("a relay that never answers is given up within 45 seconds", async () => {
  const { result, calls, elapsed } = await rehearse(["hang", "hang", "hang", "hang"]);
  expect(result.isSent).toBe(false);
  expect(calls).toHaveLength(4);
  expect(elapsed).toBeLessThanOrEqual(45_000);
});

test("a wait that the relay asks for is kept, up to 30 seconds; a longer one is reported at once", async () => {
  const busy = (retryAfter: string): Step => ({ status: 429, retryAfter });
  expect((await rehearse([busy("7"), sent])).waits).toEqual([7000]);
  expect((await rehearse([busy("0"), sent])).waits).toEqual([1000]);
  expect((await rehearse([busy("30"), sent])).waits).toEqual([30_000]);
  const tooLong = await rehearse([busy("31"), sent]);
  expect([tooLong.result.isSent, tooLong.waits]).toEqual([false, []]);
  const twice = await rehearse([busy("30"), busy("30"), sent]);
  expect([twice.result.isSent, twice.waits]).toEqual([false, [30_000]]);
});
