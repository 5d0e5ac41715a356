// Whether a mail may go, and how long none may.
import { describe, expect, test } from "vitest";
import { createJumpAwareClock } from "../../../relay/clock.ts";
import { createClaimedRows } from "../../../relay/delivery/claimed-rows.ts";
import { createDueClock } from "../../../relay/delivery/due-clock.ts";
import { createMailGate } from "../../../relay/delivery/mail-gate.ts";
import { createMailRate } from "../../../relay/delivery/mail-rate.ts";
import { createSendPolicy } from "../../../relay/delivery/send-policy.ts";
import { createTestClock } from "../support/test-clock.ts";
import { fail } from "../support/with-worker.ts";

function createGate(after?: { isBusy(): boolean }) {
  const testClock = createTestClock();
  const clock = createJumpAwareClock(testClock);
  const due = createDueClock(clock, 60_000);
  const policy = createSendPolicy({ canSuspend: false });
  const rate = createMailRate({ count: 1, windowMs: 5000 }, clock.elapsed);
  const claimed = { entry: { id: "1" }, route: "team@evenhall.test", leaseToken: "mine" };
  const outbox = { claim: async () => [claimed] } as unknown as Parameters<typeof createClaimedRows>[0]["outbox"];
  const givenUp = new AbortController().signal;
  const rows = createClaimedRows({ outbox, clock, kinds: ["team"], leaseMs: 0, givenUp, onFault() {} });
  const state = { isRunning: true };
  const gate = createMailGate({ clock, due, rows, policy, rate, after, isRunning: () => state.isRunning });
  due.changed();
  return { gate, testClock, clock, due, rows, policy, rate, state };
}

const AWAY = fail({ scope: "connection", reason: "tls" }).failure;

describe("when the next mail may go", () => {
  test("is no time to wait for where nothing keeps one from going", () => {
    const { gate, testClock } = createGate();
    testClock.advance(1000);
    expect([gate.mayClaim(), gate.opensIn()]).toEqual([true, Number.POSITIVE_INFINITY]);
  });

  test("is when the rate lets it", () => {
    const { gate, testClock, rate } = createGate();
    testClock.advance(1000);
    rate.count();
    testClock.advance(2000);
    expect([gate.mayClaim(), gate.opensIn()]).toEqual([false, 3000]);
    testClock.advance(3000);
    expect([gate.mayClaim(), gate.opensIn()]).toEqual([true, Number.POSITIVE_INFINITY]);
  });

  test("is when the pause of a server that is away is over, though the rate would let it go sooner", () => {
    const { gate, testClock, clock, policy, rate } = createGate();
    testClock.advance(1000);
    rate.count();
    policy.onResult("team@evenhall.test", AWAY, clock.elapsed());
    testClock.advance(5000);
    expect([gate.mayClaim(), gate.opensIn()]).toEqual([false, policy.nextOpening(clock.elapsed()) - clock.elapsed()]);
    testClock.advance(gate.opensIn());
    expect(gate.mayClaim()).toBe(true);
  });
});

describe("a worker", () => {
  test("is busy while it may have mails that can go, looks for one, or its server is away", async () => {
    const { gate, clock, due, policy } = createGate();
    expect(gate.isBusy()).toBe(true);
    due.foundNothing(due.moment());
    expect(gate.isBusy()).toBe(false);
    await gate.whileClaiming(async () => expect(gate.isBusy()).toBe(true));
    await expect(gate.whileClaiming(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(gate.isBusy()).toBe(false);
    policy.onResult("team@evenhall.test", AWAY, clock.elapsed());
    expect(gate.isBusy()).toBe(true);
  });

  test("is busy while one mail shows whether its server is back", async () => {
    const { gate, testClock, clock, due, rows, policy } = createGate();
    due.foundNothing(due.moment());
    policy.onResult("team@evenhall.test", AWAY, clock.elapsed());
    testClock.advance(policy.nextOpening(0));
    expect(gate.isBusy()).toBe(false);
    await rows.claim([]);
    expect(gate.isBusy()).toBe(true);
  });

  test("is not busy where it ends", () => {
    const { gate, state } = createGate();
    state.isRunning = false;
    expect([gate.isBusy(), gate.mayClaim()]).toEqual([false, false]);
  });

  test("begins nothing while the one that goes before it is busy", () => {
    let isBusy = true;
    const { gate } = createGate({ isBusy: () => isBusy });
    expect(gate.mayClaim()).toBe(false);
    isBusy = false;
    expect(gate.mayClaim()).toBe(true);
  });
});
