import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { runYielding, takingTurns, yieldTurn } from "../../../../cli/work/yield-turn.ts";

const steps = async (count: number, done: (step: number) => void = () => {}) => {
  for (let step = 0; step < count; step++) {
    await yieldTurn();
    done(step);
  }
};

test("work yields as its own caller says, whatever runs beside it and inside it", async () => {
  const counts = { outer: 0, inner: 0, beside: 0 };
  const counting = (name: keyof typeof counts) => async () => {
    await turn();
    counts[name]++;
  };
  const outer = runYielding(counting("outer"), async () => {
    await steps(2);
    await runYielding(counting("inner"), () => steps(3));
    await steps(2);
  });
  await Promise.all([outer, runYielding(counting("beside"), () => steps(5)), steps(7)]);
  expect(counts).toEqual({ outer: 4, inner: 3, beside: 5 });
});

test("other work has its turn between two steps, and the signal ends it there", async () => {
  const abort = new AbortController();
  const reason = new Error("enough");
  const reached: number[] = [];
  const running = runYielding(takingTurns(abort.signal), () => steps(1_000_000, (step) => reached.push(step)));
  await turn();
  await turn();
  abort.abort(reason);
  await expect(running).rejects.toBe(reason);
  expect(reached.length).toBeGreaterThan(0);
  expect(reached.length).toBeLessThan(10);
});
