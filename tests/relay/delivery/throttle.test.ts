// While requests pour in, mails wait their turn; afterwards they go as fast as they can.
import { expect, test } from "vitest";
import { createThrottle } from "../../../relay/delivery/throttle.ts";

test("a rush of requests slows mails down, and ends by itself", () => {
  let now = 1000;
  const throttle = createThrottle(() => now);
  for (let count = 0; count < 20; count += 1) throttle.onAccepted();
  expect(throttle.waitMs(4)).toBe(0);
  throttle.onAccepted();
  now += 50;
  expect([throttle.waitMs(1), throttle.waitMs(0)]).toEqual([40, 0]);
  expect(throttle.waitMs(0)).toBe(40);
  now += 300;
  expect([throttle.waitMs(4), throttle.waitMs(4)]).toEqual([0, 0]);
});

test("ordinary days are no rush", () => {
  let now = 1000;
  const throttle = createThrottle(() => now);
  for (let count = 0; count < 1000; count += 1) {
    throttle.onAccepted();
    now += 10;
  }
  expect(throttle.waitMs(4)).toBe(0);
});
