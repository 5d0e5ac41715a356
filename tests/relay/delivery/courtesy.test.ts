// While requests pour in, mails wait their turn; afterwards they go as fast as they can.
import { expect, test } from "vitest";
import { createCourtesy } from "../../../relay/delivery/courtesy.ts";

test("a rush of requests slows mails down, and ends by itself", () => {
  let now = 1000;
  const courtesy = createCourtesy(() => now);
  for (let count = 0; count < 20; count += 1) courtesy.onAccepted();
  expect(courtesy.waitMs(4)).toBe(0);
  courtesy.onAccepted();
  now += 50;
  expect([courtesy.waitMs(1), courtesy.waitMs(0)]).toEqual([40, 0]);
  expect(courtesy.waitMs(0)).toBe(40);
  now += 300;
  expect([courtesy.waitMs(4), courtesy.waitMs(4)]).toEqual([0, 0]);
});

test("ordinary days are no rush", () => {
  let now = 1000;
  const courtesy = createCourtesy(() => now);
  for (let count = 0; count < 1000; count += 1) {
    courtesy.onAccepted();
    now += 10;
  }
  expect(courtesy.waitMs(4)).toBe(0);
});
