// Which failures stop mails at once, and which only in a row.
import { expect, test } from "vitest";
import { type CircuitBreaker, createCircuitBreaker, PAUSES_MS } from "../../../relay/delivery/circuit-breaker.ts";
import type { FailureReason } from "../../../relay/transport/send-failure.ts";

const stateAfter = (reason: FailureReason, times: number, isForAll = true) => {
  const breaker = createCircuitBreaker();
  for (let time = 0; time < times; time += 1) breaker.onFailure({ isForAll, reason }, time);
  return breaker.state();
};

test.each<FailureReason>(["login", "sender-refused", "relaying-denied", "tls"])(
  "%s stops mails at once: trying on would do harm, or change nothing",
  (reason) => {
    expect(stateAfter(reason, 1)).toBe("open");
  },
);

test("a lost connection stops mails the third time in a row", () => {
  expect([stateAfter("cut-off", 2), stateAfter("cut-off", 3)]).toEqual(["closed", "open"]);
});

test("what concerns one mail alone stops the others where it happens to 25 in a row", () => {
  expect([stateAfter("greylisted", 24, false), stateAfter("greylisted", 25, false)]).toEqual(["closed", "open"]);
});

const open = (breaker: CircuitBreaker, now = 0) => breaker.onFailure({ isForAll: true, reason: "tls" }, now);

test("pauses grow to five minutes, a fifth more or less, and begin again once a mail was taken", () => {
  const breaker = createCircuitBreaker();
  open(breaker, 1000);
  for (const pause of [...PAUSES_MS, PAUSES_MS.at(-1) ?? 0]) {
    const share = (breaker.opensAt() - 1000) / pause;
    expect(share).toBeGreaterThanOrEqual(0.8);
    expect(share).toBeLessThanOrEqual(1.2);
    breaker.onPauseOver(false, 1000);
    expect(breaker.state()).toBe("open");
  }
  breaker.onPauseOver(true, 1000);
  expect([breaker.state(), breaker.opensAt(), breaker.onWorking("took")]).toEqual(["trial", 0, true]);
  open(breaker, 1000);
  expect(breaker.opensAt() - 1000).toBeLessThanOrEqual(36_000);
});

test("a trial that is put off closes the breaker and leaves the next pause as long as it was", () => {
  const breaker = createCircuitBreaker();
  open(breaker);
  breaker.onPauseOver(true, 0);
  expect([breaker.onWorking("put-off"), breaker.state(), breaker.onWorking("took")]).toEqual([true, "closed", false]);
  const another = createCircuitBreaker();
  open(another);
  another.onPauseOver(true, 0);
  another.onWorking("put-off");
  open(another);
  expect(another.opensAt()).toBeGreaterThanOrEqual(48_000);
});

test("a trial that fails opens it again, unless only its own mail is to blame", () => {
  const breaker = createCircuitBreaker();
  open(breaker);
  breaker.onPauseOver(true, 0);
  breaker.onFailure({ isForAll: false, reason: "greylisted" }, 0);
  expect(breaker.state()).toBe("trial");
  breaker.onFailure({ isForAll: true, reason: "cut-off" }, 0);
  expect(breaker.state()).toBe("open");
});

test("what was under way when it opened neither closes it nor makes the pause longer", () => {
  const breaker = createCircuitBreaker();
  open(breaker);
  const opensAt = breaker.opensAt();
  open(breaker, 5000);
  expect([breaker.onWorking("took"), breaker.state(), breaker.opensAt()]).toEqual([false, "open", opensAt]);
});

test("failures count in a row alone", () => {
  const breaker = createCircuitBreaker();
  const fail = (times: number, isForAll: boolean) => {
    for (let time = 0; time < times; time += 1) breaker.onFailure({ isForAll, reason: "cut-off" }, 0);
  };
  fail(2, true);
  breaker.onWorking("put-off");
  fail(2, true);
  expect(breaker.state()).toBe("closed");
  breaker.onWorking("took");
  fail(24, false);
  breaker.onWorking("took");
  fail(24, false);
  expect(breaker.state()).toBe("closed");
  // A mail that is put off says that the server looks at mails, not that it takes them.
  breaker.onWorking("put-off");
  fail(1, false);
  expect(breaker.state()).toBe("open");
});
