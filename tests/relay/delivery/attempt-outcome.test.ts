// What an attempt says of the server, and what is recorded of it.
import { expect, test } from "vitest";
import { outcomeOf, type SendResult, workingSign } from "../../../relay/delivery/attempt-outcome.ts";
import type { FailureFacts } from "../../../relay/delivery/mail-transport.ts";

const times = { startedAt: 1000, endedAt: 1500 };
const entry = { id: "row", kind: "team", recipient: "team@evenhall.test", tries: 0, expiresAt: 86_400_000 } as const;
const delivered = (reply: string): SendResult => ({ kind: "delivered", reply, queueId: null });
const failed = (facts: Partial<FailureFacts>): SendResult => ({
  kind: "failed",
  facts: {
    outcome: "deferred",
    reason: "greylisted",
    scope: "mail",
    smtpCode: 450,
    enhancedCode: "4.2.0",
    reply: "450 later",
    ...facts,
  },
});

test.each([
  ["250 2.0.0 Ok: queued as 4F1", 250, "2.0.0"],
  ["250 2.10.100 Ok", 250, "2.10.100"],
  ["250 Ok", 250, null],
  ["written to new/1.x", null, null],
  ["ok 250 2.0.0 Ok", null, null],
])("the answer %j is recorded with its codes", (reply, smtpCode, enhancedCode) => {
  expect(outcomeOf(delivered(reply), entry, times)).toEqual([
    { ...times, outcome: "delivered", reason: null, smtpCode, enhancedCode, reply, queueId: null },
    { to: "delivered" },
  ]);
});

test("a failure is recorded with the server's words and its place in the schedule", () => {
  const [attempt, end] = outcomeOf(failed({}), entry, times);
  const facts = { outcome: "deferred", reason: "greylisted", smtpCode: 450, enhancedCode: "4.2.0", reply: "450 later" };
  expect(attempt).toEqual({ ...times, ...facts, queueId: null });
  expect(end).toEqual({ to: "queued", reason: "greylisted", dueAt: expect.any(Number) });
});

test("a fault of our own waits, and a mail with nothing to say ends", () => {
  const nothing = { smtpCode: null, enhancedCode: null, reply: null, queueId: null };
  const [attempt, end] = outcomeOf({ kind: "fault" }, entry, times);
  expect(attempt).toEqual({ ...times, ...nothing, outcome: "deferred", reason: "internal" });
  expect(end).toMatchObject({ to: "queued", reason: "internal" });
  expect(outcomeOf({ kind: "empty" }, entry, times)).toEqual([
    { ...times, ...nothing, outcome: "dead", reason: "nothing-to-tell" },
    { to: "dead", reason: "nothing-to-tell" },
  ]);
});

test.each<[SendResult, string | null]>([
  [delivered("250 Ok"), "delivered"],
  [failed({ outcome: "dead", smtpCode: 550 }), "judged"],
  [failed({}), "put-off"],
  // No server had a say.
  [failed({ outcome: "dead", smtpCode: null }), null],
  [failed({ scope: "route" }), null],
  [failed({ scope: "connection" }), null],
  [{ kind: "fault" }, null],
  [{ kind: "empty" }, null],
])("%j is a sign of %j", (result, sign) => {
  expect(workingSign(result)).toBe(sign);
});
