// Which mails may go: what a pause keeps, and for how long it is remembered.
import { expect, test } from "vitest";
import { createSendPolicy } from "../../../relay/delivery/send-policy.ts";
import { fail } from "../support/with-worker.ts";

test("a pause outlives a thousand other routes, and is neither shown nor waited for when it is over", () => {
  const policy = createSendPolicy({ canSuspend: false });
  for (let n = 0; n < 3; n += 1) policy.onResult("refused.test", fail({ scope: "route" }).facts, 0);
  for (let n = 0; n < 1000; n += 1) policy.onResult(`fine${n}.test`, null, 0);
  expect(policy.closedRoutes(new Set(), 1)).toEqual(["refused.test"]);
  expect(policy.pauses(1)).toMatchObject([{ route: "refused.test", cause: "refused" }]);
  const opensAt = policy.nextOpening(1);
  expect([policy.pauses(opensAt), policy.nextOpening(opensAt)]).toEqual([[], Number.POSITIVE_INFINITY]);
});
