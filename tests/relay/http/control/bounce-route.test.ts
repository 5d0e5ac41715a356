// Bounces over HTTP: by the raw mail or by JSON, with the control token, on the control side alone.
import { expect, test } from "vitest";
import { type TestRelay, withRelay } from "../../support/with-relay.ts";

const TOKEN = "a token of the office";
const ENV = { RELAY_CONTROL_PORT: "0", RELAY_CONTROL_TOKEN: TOKEN, RELAY_SITE_URL: "https://evenhall.test" };

const bouncesAt = ({ metricsUrl }: TestRelay, body: string, headers: Record<string, string> = {}) =>
  fetch(metricsUrl.replace("/metrics", "/bounces"), {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "message/rfc822", ...headers },
    body,
  });
test("nobody without the token, and nothing that is no bounce", () =>
  withRelay(async (test) => {
    const statusOf = async (body: string, headers: Record<string, string> = {}) =>
      (await bouncesAt(test, body, headers)).status;
    const one = "Subject: On holiday\r\n\r\nBack soon";
    expect(await statusOf(one)).toBe(200);
    for (const authorization of ["Bearer another", ""]) expect(await statusOf(one, { authorization })).toBe(401);
    // As curl sends it where nobody named a type: a program's all the same, and no form of the site.
    const asForm = { authorization: "", "content-type": "application/x-www-form-urlencoded" };
    expect(await statusOf(one, asForm)).toBe(401);
    for (let round = 0; round < 8; round += 1) await statusOf(one, { authorization: "Bearer guess" });
    expect(await statusOf(one, { authorization: "Bearer guess" })).toBe(429);
    // The right one goes on.
    expect(await statusOf(one)).toBe(200);
    expect(await statusOf("a=b", { "content-type": "text/plain" })).toBe(415);
    expect(await statusOf("x".repeat(1_100_000))).toBe(413);
    expect(
      (await test.fetch("/bounces", { method: "POST", body: one, headers: { authorization: `Bearer ${TOKEN}` } }))
        .status,
    ).toBe(404);
  }, ENV));

test("without a token of its own there is no such address", () =>
  withRelay(async (test) => expect((await bouncesAt(test, "{}")).status).toBe(404), { RELAY_CONTROL_PORT: "0" }));
