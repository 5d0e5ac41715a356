// What browsers ask before they let a page call the relay, and what a relay that is on its way down answers.
import { describe, expect, test } from "vitest";
import { CALL_PATH } from "../../../../relay/contract.ts";
import { codeOf, ORIGIN, REQUEST, sharedRelay, withRelay } from "../../support/with-relay.ts";

describe("a browser that asks beforehand", () => {
  const use = sharedRelay({ RELAY_RATE_LIMIT: "2/10m" });
  const ask = (headers: Record<string, string> = {}, path = CALL_PATH) =>
    use(({ fetch }) =>
      fetch(path, {
        method: "OPTIONS",
        headers: { origin: ORIGIN, "access-control-request-method": "POST", ...headers },
      }),
    );

  test.each([CALL_PATH, "/send-contact-email"])("at %s is answered with what a page may send", async (path) => {
    const { status, headers, text } = await ask({}, path);
    expect([status, text]).toEqual([204, ""]);
    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-allow-methods")).toBe("POST, OPTIONS");
    expect(headers.get("access-control-max-age")).toBe("7200");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("vary")).toBe("Origin, Access-Control-Request-Headers");
  });

  test("may send every header that a client of the functions sends, and its own key for repetitions", async () => {
    const { headers } = await ask();
    expect(headers.get("access-control-allow-headers")?.split(", ").sort()).toEqual(
      [
        ...["accept", "accept-profile", "apikey", "authorization", "baggage", "content-profile", "content-type"],
        ...["idempotency-key", "prefer", "traceparent", "tracestate", "x-client-info", "x-region", "x-retry-count"],
        "x-supabase-api-version",
      ].sort(),
    );
  });

  test.each(["x-datadog-trace-id", "content-type,X-Sentry-Trace, newrelic", "authorization"])(
    "may send any header that it names: %s",
    async (named) => {
      const { headers } = await ask({ "access-control-request-headers": named });
      expect(headers.get("access-control-allow-headers")).toBe(named);
    },
  );

  test("has what is no list of names answered as if it named none", async () => {
    const { headers } = await ask({ "access-control-request-headers": "x: y; <b>" });
    expect(headers.get("access-control-allow-headers")).toMatch(/^authorization, /);
  });

  test("spends no limit, and is an event of its own kind", async () => {
    for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(204);
    expect((await use(({ post }) => post(REQUEST))).status).toBe(200);
    await expect
      .poll(() => use(({ events }) => events.filter((event) => event.type === "answered").map(({ route }) => route)))
      .toEqual(expect.arrayContaining(["preflight", "call"]));
  });
});

test("a page reads of the answer when to come again, which request it was, and whether it was a repetition", () =>
  withRelay(async ({ post }) => {
    const { headers } = await post(REQUEST);
    expect(headers.get("access-control-expose-headers")?.split(", ")).toEqual(
      expect.arrayContaining(["retry-after", "x-request-id", "idempotent-replayed"]),
    );
    for (const [name, value] of [
      ["x-content-type-options", "nosniff"],
      ["cache-control", "no-store"],
      ["referrer-policy", "no-referrer"],
      ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
      ["content-type", "application/json; charset=utf-8"],
    ])
      expect(headers.get(name as string)).toBe(value);
    expect(headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  }));

test.each([
  [1, "1 seconds", "60s"],
  [119, "119 seconds", "119s"],
  [120, "2 minutes", "120s"],
  [3541, "60 minutes", "1h"],
])("a caller that has to wait for %i seconds is asked to try again in %s", (seconds, words, window) =>
  withRelay(
    async ({ post, clock }) => {
      expect((await post(REQUEST)).status).toBe(200);
      const whole = { s: 1, h: 3600 }[window.slice(-1)] ?? 0;
      clock.advance((Number(window.slice(0, -1)) * whole - seconds) * 1000);
      const answer = await post({ ...REQUEST, message: "Another" });
      const found = [answer.status, codeOf(answer), answer.headers.get("retry-after")];
      expect(found).toEqual([429, "rate_limited", String(seconds)]);
      expect(answer.body.error?.message).toBe("Too many requests came from here.");
      expect(answer.body.error?.hint).toBe(`Try again in ${words}, or call us.`);
    },
    { RELAY_RATE_LIMIT: `1/${window}` },
  ),
);
