// When the memory of requests that are over is collected.
import { expect, test } from "vitest";
import { createHeapLook } from "../../../relay/upkeep/keep-memory.ts";

const MEBIBYTE = 1_048_576;

test("the heap is collected when it has 64 MiB, and again when it has 32 more than was left", () => {
  let heap = 30;
  let left = 25;
  let collected = 0;
  const look = createHeapLook(
    () => heap * MEBIBYTE,
    () => {
      collected += 1;
      heap = left;
    },
  );
  const lookAt = (megabytes: number, remaining: number) => {
    [heap, left] = [megabytes, remaining];
    look();
    return collected;
  };
  expect(lookAt(63, 25)).toBe(0);
  expect(lookAt(64, 25)).toBe(1);
  expect(lookAt(63, 25)).toBe(1);
  expect(lookAt(70, 60)).toBe(2);
  expect(lookAt(91, 60)).toBe(2);
  expect(lookAt(92, 20)).toBe(3);
  expect(lookAt(64, 20)).toBe(4);
});
