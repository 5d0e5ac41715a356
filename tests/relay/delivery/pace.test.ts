// Requests first: in a rush of them mails go one by one, with pauses.
import { expect, onTestFinished, test, vi } from "vitest";
import { createJumpAwareClock } from "../../../relay/clock.ts";
import { createThrottle, createWakeUp } from "../../../relay/delivery/pace.ts";
import { createTestClock } from "../support/test-clock.ts";

test.each([
  ["after a pause", 0, 39],
  ["after the rush where another one is under way", 1, 250],
])("of more than twenty requests in a tenth of a second the second mail goes %s", async (_, underWay, leastMs) => {
  const throttle = createThrottle();
  await throttle.turn(() => 0);
  const began = performance.now();
  for (let count = 0; count < 21; count += 1) throttle.onAccepted();
  await throttle.turn(() => underWay);
  expect(performance.now() - began).toBeGreaterThanOrEqual(leastMs);
});

test("requests that come over a longer time keep no mail waiting", async () => {
  const throttle = createThrottle();
  const time = vi.spyOn(performance, "now");
  onTestFinished(() => time.mockRestore());
  for (let at = 1000; at < 2000; at += 10) {
    time.mockReturnValue(at);
    throttle.onAccepted();
    await throttle.turn(() => 1);
  }
});

test("a worker wakes at the earliest of the times that it waits for, once, and in any case after the longest", () => {
  const clock = createTestClock();
  const woken: number[] = [];
  const wakeUp = createWakeUp(createJumpAwareClock(clock), 60_000, () => woken.push(clock.elapsed()));
  for (const ms of [5000, 2000, 3000]) wakeUp.within(ms);
  clock.advance(10_000);
  wakeUp.within(Number.POSITIVE_INFINITY);
  clock.advance(100_000);
  wakeUp.within(1);
  wakeUp.end();
  clock.advance(100_000);
  expect(woken).toEqual([2000, 70_000]);
});

test("a wake-up that is due and comes a moment late is not put off", () => {
  const clock = createTestClock();
  let lateMs = 0;
  const late = createJumpAwareClock({ ...clock, elapsed: () => clock.elapsed() + lateMs });
  const woken = vi.fn();
  const wakeUp = createWakeUp(late, 60_000, woken);
  wakeUp.within(0);
  lateMs = 1;
  wakeUp.within(Number.POSITIVE_INFINITY);
  clock.advance(0);
  expect(woken).toHaveBeenCalledOnce();
});
