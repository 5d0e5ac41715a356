// Which failures stop mails at once, and which only in a row.
import { expect, test } from "vitest";
import { createCircuitBreaker } from "../../../relay/delivery/circuit-breaker.ts";
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
