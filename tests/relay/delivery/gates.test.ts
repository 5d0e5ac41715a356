// Which mails may go: what one route's trouble means for the others, and what is known again when a server is back.
import { describe, expect, test } from "vitest";
import { createGates } from "../../../relay/delivery/gates.ts";
import type { FailureFacts } from "../../../relay/transport/send-failure.ts";

const failure = (more: Partial<FailureFacts>): FailureFacts => ({
  outcome: "deferred",
  reason: "server-busy",
  scope: "route",
  smtpCode: null,
  enhancedCode: null,
  reply: null,
  ...more,
});
const NOTHING = { recovered: null, suspension: null };
const NONE = new Set<string>();
/** Longer than any pause. */
const LATER = 1_000_000;

describe("a route", () => {
  test("that fails three times keeps no other from going, and is tried with one mail when its pause is over", () => {
    const gates = createGates({ canSuspend: false });
    for (const now of [0, 1]) expect(gates.onResult("a", failure({}), null, now)).toEqual(NOTHING);
    expect(gates.mayGo("a", NONE, 1)).toBe(true);
    expect(gates.onResult("a", failure({}), null, 2)).toEqual(NOTHING);
    expect([gates.mayGo("a", NONE, 2), gates.mayGo("b", NONE, 2)]).toEqual([false, true]);
    expect([gates.closedRoutes(NONE, 2), gates.capacity(5, 1, 2), gates.line()]).toEqual([["a"], 4, "closed"]);
    const opening = gates.nextOpening(2) ?? 0;
    expect(opening).toBeGreaterThan(20_000);
    expect([gates.mayGo("a", NONE, opening - 1), gates.mayGo("a", NONE, opening)]).toEqual([false, true]);
    expect([gates.mayGo("a", new Set(["a"]), opening), gates.closedRoutes(new Set(["a"]), opening)]).toEqual([
      false,
      ["a"],
    ]);
    expect(gates.nextOpening(opening)).toBeNull();
    expect(gates.onResult("a", null, "delivered", opening)).toEqual({ recovered: "route", suspension: null });
    expect(gates.closedRoutes(new Set(["a"]), opening)).toEqual([]);
  });

  test("works again after a mail that is judged or put off for its own sake, too", () => {
    for (const [sign, outcome] of [
      ["judged", "dead"],
      ["put-off", "deferred"],
    ] as const) {
      const gates = createGates({ canSuspend: false });
      gates.onResult("a", failure({ reason: "relaying-denied" }), null, 0);
      expect(gates.mayGo("a", NONE, LATER)).toBe(true);
      const facts = failure({ outcome, scope: "mail", reason: "greylisted", smtpCode: 450 });
      expect(gates.onResult("a", facts, sign, LATER)).toEqual({ recovered: "route", suspension: null });
    }
  });

  test("whose pause ends first is the next to be tried", () => {
    const gates = createGates({ canSuspend: false });
    const refuse = (route: string, now: number) =>
      gates.onResult(route, failure({ reason: "relaying-denied" }), null, now);
    refuse("a", 0);
    expect(gates.mayGo("a", NONE, LATER)).toBe(true);
    // Its second pause, twice as long as the first of another.
    refuse("a", LATER);
    refuse("b", LATER);
    expect(gates.nextOpening(LATER)).toBeLessThanOrEqual(LATER + 36_000);
  });

  test("without trouble is forgotten where there are too many, then the oldest", () => {
    const gates = createGates({ canSuspend: false });
    const refuse = (route: string) => gates.onResult(route, failure({ reason: "relaying-denied" }), null, 0);
    refuse("first");
    for (let n = 0; n < 600; n += 1) gates.onResult(`calm${n}`, null, "delivered", 0);
    expect(gates.closedRoutes(NONE, 0)).toEqual(["first"]);
    for (let n = 0; n < 499; n += 1) refuse(`bad${n}`);
    expect(gates.closedRoutes(NONE, 0)).toHaveLength(500);
    refuse("last");
    const closed = gates.closedRoutes(NONE, 0);
    expect([closed.length, closed.includes("first"), closed.at(-1)]).toEqual([500, false, "last"]);
  });
});

describe("the line", () => {
  const lost = failure({ reason: "cut-off", scope: "connection" });

  test("that is lost stops all, until a look shows that it is there, and then one mail that it works", () => {
    const gates = createGates({ canSuspend: false });
    for (const now of [0, 1, 2]) gates.onResult("a", lost, null, now);
    expect([gates.line(), gates.capacity(5, 0, 2), gates.mayGo("a", NONE, 2)]).toEqual(["open", 0, true]);
    const opening = gates.nextOpening(2) ?? 0;
    expect([gates.isLookDue(opening - 1), gates.isLookDue(opening)]).toEqual([false, true]);
    gates.onLook(false, opening);
    expect([gates.line(), gates.isLookDue(opening)]).toEqual(["open", false]);
    gates.onLook(true, LATER);
    expect([
      gates.line(),
      gates.capacity(5, 0, LATER),
      gates.capacity(5, 1, LATER),
      gates.capacity(5, 3, LATER),
    ]).toEqual(["trial", 1, 0, 0]);
    expect(gates.onResult("b", null, "delivered", LATER)).toEqual({ recovered: "all", suspension: null });
    expect([gates.line(), gates.capacity(5, 2, LATER)]).toEqual(["closed", 3]);
  });

  test("is there again where a server refuses a route, though that says nothing good", () => {
    const gates = createGates({ canSuspend: false });
    for (const now of [0, 1, 2]) gates.onResult("a", lost, null, now);
    gates.onLook(true, LATER);
    expect(gates.onResult("a", failure({}), null, LATER)).toEqual({ recovered: "all", suspension: null });
    expect(gates.onResult("a", lost, null, LATER)).toEqual(NOTHING);
  });
});

describe("suspension", () => {
  const refusal = failure({ reason: "relaying-denied" });

  test("of acknowledgements is reported once, stops all of them, and ends with the first that is taken", () => {
    const gates = createGates({ canSuspend: true });
    expect(gates.onResult("a", refusal, null, 0)).toEqual({ recovered: null, suspension: "begun" });
    expect(gates.onResult("b", refusal, null, 1)).toEqual(NOTHING);
    expect([gates.capacity(5, 0, 1), gates.line()]).toEqual([0, "closed"]);
    const opening = gates.nextOpening(1) ?? 0;
    expect(opening).toBeGreaterThan(1);
    expect([gates.capacity(5, 0, LATER), gates.capacity(5, 1, LATER), gates.nextOpening(LATER)]).toEqual([1, 0, null]);
    expect(gates.onResult("a", null, "delivered", LATER)).toEqual({ recovered: "all", suspension: "ended" });
    expect(gates.capacity(5, 0, LATER)).toBe(5);
  });

  test("does not end with a mail that was judged, and is nothing to the team's mails", () => {
    const gates = createGates({ canSuspend: true });
    gates.onResult("a", refusal, null, 0);
    const judged = failure({ outcome: "dead", scope: "mail", reason: "mailbox-unknown", smtpCode: 550 });
    expect(gates.onResult("a", judged, "judged", LATER).suspension).toBeNull();
    expect(gates.capacity(5, 1, LATER)).toBe(0);
    const ofTeam = createGates({ canSuspend: false });
    expect(ofTeam.onResult("a", refusal, null, 0)).toEqual(NOTHING);
    expect(ofTeam.capacity(5, 0, 0)).toBe(5);
  });
});
