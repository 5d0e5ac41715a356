import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createLimit, mapParallel } from "../../../../cli/work/parallel.ts";

test("so many run at once, and the results are in the order of the items", async () => {
  let running = 0;
  let most = 0;
  const results = await mapParallel([5, 1, 3, 0, 2], { atOnce: 2 }, async (turns) => {
    most = Math.max(most, ++running);
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    running--;
    return turns * 2;
  });
  expect([results, most]).toEqual([[10, 2, 6, 0, 4], 2]);
});

test("the first failure stops those that have not begun, and what is on its way is waited for", async () => {
  const ended: number[] = [];
  const run = async (item: number) => {
    if (item === 1) throw new Error("the second");
    await setImmediate();
    ended.push(item);
    if (item === 0) throw new Error("the first, later");
  };
  await expect(mapParallel([0, 1, 2, 3], { atOnce: 2 }, run)).rejects.toThrow("the second");
  expect(ended).toEqual([0]);
});

test("a signal stops those that have not begun", async () => {
  const stop = new AbortController();
  const begun: number[] = [];
  const run = async (item: number) => {
    begun.push(item);
    stop.abort(new Error("stopped"));
  };
  await expect(mapParallel([0, 1], { atOnce: 1, signal: stop.signal }, run)).rejects.toThrow("stopped");
  expect(begun).toEqual([0]);
});

test("tasks run as long as their sizes fit, in their order; one that is too large runs alone, and a failure makes room", async () => {
  const limit = createLimit(10);
  const log: string[] = [];
  const task = (name: string, size: number) =>
    limit(async () => {
      log.push(`${name} begins`);
      await setImmediate();
      log.push(`${name} ends`);
      if (name === "b") throw new Error(name);
    }, size);
  await Promise.allSettled([task("a", 6), task("b", 4), task("c", 25), task("d", 1)]);
  expect(log).toEqual(["a begins", "b begins", "a ends", "b ends", "c begins", "c ends", "d begins", "d ends"]);
});
