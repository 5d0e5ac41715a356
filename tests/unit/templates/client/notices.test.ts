import { expect, test } from "vitest";
import { createCountdown } from "../../../../templates/client/toast/countdown.ts";

test("a countdown that is held goes on with what was left", () => {
  let now = 0;
  let timer: { at: number; run: () => void } | undefined;
  const advance = (ms: number) => {
    now += ms;
    if (timer && timer.at <= now) timer.run();
  };
  const after = (ms: number, run: () => void) => {
    timer = { at: now + ms, run };
    return () => {
      timer = undefined;
    };
  };
  let ended = 0;
  const countdown = createCountdown(5000, () => ended++, { now: () => now, after });
  countdown.run();
  advance(3000);
  countdown.hold();
  countdown.hold();
  advance(60_000);
  expect(ended).toBe(0);
  countdown.run();
  countdown.run();
  advance(1999);
  expect(ended).toBe(0);
  advance(1);
  expect(ended).toBe(1);
});
