// When acknowledgements are suspended, and when they go on.
import { expect, test } from "vitest";
import { createSuspension } from "../../../relay/delivery/suspension.ts";
import type { FailureReason } from "../../../relay/transport/send-failure.ts";

const DAY = 86_400_000;
const refusal = (reason: FailureReason, scope: "route" | "mail" = "route") =>
  ({ outcome: scope === "route" ? "deferred" : "dead", scope, reason }) as const;

test("a server that does not relay suspends them at once, with growing pauses and one report", () => {
  const suspension = createSuspension();
  expect(suspension.state(0)).toBe("none");
  expect(suspension.onFailure("a.test", refusal("relaying-denied"), 0)).toBe(true);
  const first = suspension.opensAt();
  expect(first).toBeGreaterThanOrEqual(24_000);
  expect(first).toBeLessThanOrEqual(36_000);
  expect([suspension.state(first - 1), suspension.state(first)]).toEqual(["open", "trial"]);
  expect(suspension.onFailure("b.test", refusal("server-busy"), first)).toBe(false);
  expect(suspension.opensAt() - first).toBeGreaterThanOrEqual(48_000);
});

test("other faults of the server suspend them the third time in a row", () => {
  const suspension = createSuspension();
  const fail = () => suspension.onFailure("a.test", refusal("server-busy"), 0);
  expect([fail(), fail()]).toEqual([false, false]);
  suspension.onTaken("b.test", 0);
  expect([fail(), fail(), fail()]).toEqual([false, false, true]);
});

test("refusals of addresses suspend them where three domains have them in a row", () => {
  const suspension = createSuspension();
  const refuse = (route: string) => suspension.onFailure(route, refusal("address-refused", "mail"), 0);
  expect([refuse("a.test"), refuse("a.test"), refuse("a.test"), refuse("b.test")]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  suspension.onTaken("c.test", 0);
  expect([refuse("a.test"), refuse("b.test"), refuse("c.test")]).toEqual([false, false, true]);
});

test("refusals that name the recipient's fault never do", () => {
  const suspension = createSuspension();
  const routes = ["a.test", "b.test", "c.test", "d.test"];
  expect(routes.map((route) => suspension.onFailure(route, refusal("mailbox-unknown", "mail"), 0))).not.toContain(true);
});

test("they go on when a domain that was refused is served, not when another one is", () => {
  const suspension = createSuspension();
  suspension.onFailure("a.test", refusal("relaying-denied"), 0);
  expect([suspension.onTaken("b.test", 100_000), suspension.state(100_000)]).toEqual([false, "trial"]);
  // Known by now: the server serves some domains and not this one.
  const { opensAt } = suspension;
  const before = opensAt();
  suspension.onFailure("a.test", refusal("relaying-denied"), 100_000);
  expect(opensAt()).toBe(before);
  suspension.onFailure("c.test", refusal("relaying-denied"), 100_000);
  expect(opensAt()).toBeGreaterThan(100_000);
  expect([suspension.onTaken("c.test", 500_000), suspension.state(500_000)]).toEqual([true, "none"]);
  expect(suspension.onTaken("c.test", 500_000)).toBe(false);
});

test("a refusal is forgotten after a day", () => {
  const suspension = createSuspension();
  suspension.onFailure("a.test", refusal("relaying-denied"), 0);
  expect(suspension.onTaken("b.test", DAY - 1)).toBe(false);
  expect(suspension.onTaken("b.test", DAY)).toBe(true);
});
