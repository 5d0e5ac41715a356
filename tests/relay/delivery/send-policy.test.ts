// Which mails may go: what a pause keeps, and for how long it is remembered.
import { expect, test } from "vitest";
import { createSendPolicy } from "../../../relay/delivery/send-policy.ts";
import { fail } from "../support/with-worker.ts";

const LOGIN = fail({ scope: "route", reason: "login" }).failure;

test("a pause outlives a thousand other routes, and is neither shown nor waited for when it is over", () => {
  const policy = createSendPolicy({ canSuspend: false });
  for (let n = 0; n < 3; n += 1) policy.onResult("refused.test", fail({ scope: "route" }).failure, 0);
  for (let n = 0; n < 1000; n += 1) policy.onResult(`fine${n}.test`, null, 0);
  expect(policy.closedRoutes(new Set(), 1)).toEqual(["refused.test"]);
  expect(policy.pauses(1)).toMatchObject([{ route: "refused.test", cause: "refused" }]);
  const opensAt = policy.nextOpening(1);
  expect(opensAt).toBeLessThanOrEqual(36_000);
  expect([policy.pauses(opensAt), policy.nextOpening(opensAt)]).toEqual([[], Number.POSITIVE_INFINITY]);
  // Visitors can name any domain: the oldest are forgotten.
  for (let n = 0; n < 500; n += 1) policy.onResult(`away${n}.test`, LOGIN, 1);
  expect(policy.closedRoutes(new Set(), 2)).toEqual(Array.from({ length: 500 }, (_, n) => `away${n}.test`));
});

test("acknowledgements are suspended as a whole, reported once, and again when one was delivered", () => {
  const policy = createSendPolicy({ canSuspend: true });
  const none = { recovered: null, suspension: null };
  // The first one that is taken: what waited before a restart can go.
  expect(policy.onResult("fine.test", null, 0)).toEqual({ ...none, recovered: "all" });
  expect(policy.onResult("fine.test", null, 0)).toEqual(none);
  expect(policy.onResult("a.test", LOGIN, 0)).toEqual({ recovered: null, suspension: "begun" });
  // Sent before; it says nothing of now.
  expect(policy.onResult("fine.test", null, 1)).toEqual(none);
  expect([policy.mayBegin(0, 1), policy.pauses(1).map(({ route }) => route)]).toEqual([false, [null, "a.test"]]);
  const later = policy.nextOpening(1);
  expect(policy.onResult("b.test", LOGIN, later)).toEqual(none);
  policy.tryNow(later);
  expect([policy.mayBegin(0, later), policy.mayBegin(1, later)]).toEqual([true, false]);
  expect(policy.onResult("b.test", fail({ smtpCode: 550 }).failure, later)).toEqual({ ...none, recovered: "route" });
  expect(policy.onResult("c.test", null, later)).toEqual({ recovered: "all", suspension: "ended" });
  expect([policy.mayBegin(1, later), policy.onResult("c.test", null, later)]).toEqual([true, none]);
});
