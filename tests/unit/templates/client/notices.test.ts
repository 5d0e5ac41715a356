import fc from "fast-check";
import { expect, test } from "vitest";
import { createCountdown } from "../../../../templates/client/toast/countdown.ts";
import { dequeue, emptyQueue, enqueue, type NoticeQueue } from "../../../../templates/client/toast/notice-queue.ts";

interface Item {
  readonly words: string;
}
const isSame = (one: Item, other: Item) => one.words === other.words;
const add = (queue: NoticeQueue<Item>, words: string) => enqueue(queue, { words }, isSame);
const shown = ({ seen, waiting }: NoticeQueue<Item>) =>
  [seen, waiting].map((list) => list.map(({ words }) => words).join(""));

test("three are seen, the rest wait in their order, and each that goes lets the next in", () => {
  const five = ["a", "b", "c", "d", "e"].reduce(add, emptyQueue);
  expect(shown(five)).toEqual(["abc", "de"]);
  expect(shown(dequeue(five, five.seen[1] as Item))).toEqual(["acd", "e"]);
});

test("the same may be seen several times, but waits once", () => {
  expect(shown(["a", "a", "a", "a", "a", "b"].reduce(add, emptyQueue))).toEqual(["aaa", "ab"]);
});

test("whatever comes and goes, at most three are seen, none is seen twice, and none waits while there is room", () => {
  const step = fc.oneof(fc.record({ add: fc.constantFrom("a", "b", "c") }), fc.record({ remove: fc.nat(3) }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let queue: NoticeQueue<Item> = emptyQueue;
      for (const each of steps) {
        const gone = "remove" in each ? (queue.seen[each.remove] ?? { words: "" }) : undefined;
        queue = "add" in each ? add(queue, each.add) : dequeue(queue, gone as Item);
        expect(queue.seen.length).toBeLessThanOrEqual(3);
        expect(new Set([...queue.seen, ...queue.waiting]).size).toBe(queue.seen.length + queue.waiting.length);
        if (queue.waiting.length > 0) expect(queue.seen).toHaveLength(3);
      }
    }),
  );
});

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
