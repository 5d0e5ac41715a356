// Times that callers are promised, as they hold without any setting.
import { expect, test } from "vitest";
import { HTTP_LIMITS } from "../../../relay/http/create-server.ts";
import { REQUEST, withRelay } from "../support/with-relay.ts";

const DAY = 86_400_000;

test("a head and a body may take ten seconds each", () => {
  expect([HTTP_LIMITS.headersMs, HTTP_LIMITS.bodyMs]).toEqual([10_000, 10_000]);
});

test("an idempotency key belongs to its request for a week", () =>
  withRelay(async ({ post, clock }) => {
    const send = () => post(REQUEST, { "idempotency-key": "k" });
    const first = await send();
    clock.advance(7 * DAY - 1);
    const again = await send();
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    clock.advance(1);
    expect((await send()).headers.get("idempotent-replayed")).toBeNull();
  }));
