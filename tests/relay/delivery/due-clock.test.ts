// When a connection that waits goes on.
import { expect, test } from "vitest";
import { createJumpAwareClock } from "../../../relay/clock.ts";
import { createDueClock } from "../../../relay/delivery/due-clock.ts";
import { createTestClock } from "../support/test-clock.ts";

test("is at the earliest of the times that are waited for, once, and in any case after the longest", async () => {
  const clock = createTestClock();
  const due = createDueClock(createJumpAwareClock(clock), 60_000);
  const woken: number[] = [];
  const wait = () => due.wait().then(() => woken.push(clock.elapsed()));
  const first = wait();
  for (const ms of [5000, 2000, 3000]) due.within(ms);
  clock.advance(2000);
  await first;
  clock.advance(8000);
  const second = wait();
  due.within(Number.POSITIVE_INFINITY);
  clock.advance(60_000);
  await second;
  expect(woken).toEqual([2000, 70_000]);
});

test("is not put off where the time that is due comes a moment late", async () => {
  const clock = createTestClock();
  let lateMs = 0;
  const due = createDueClock(createJumpAwareClock({ ...clock, elapsed: () => clock.elapsed() + lateMs }), 60_000);
  const waiting = due.wait();
  due.within(0);
  lateMs = 1;
  due.within(Number.POSITIVE_INFINITY);
  clock.advance(0);
  await waiting;
});

test("is at its end, for all, and nobody waits from then on", async () => {
  const due = createDueClock(createJumpAwareClock(createTestClock()), 60_000);
  const waiting = [due.wait(), due.wait()];
  due.end();
  await Promise.all([...waiting, due.wait()]);
});
