import { expect, test } from "vitest";
import { isPaused, type MotionState, mayMove } from "../../../../templates/client/carousel/motion.ts";

const free: MotionState = {
  choice: undefined,
  reducesMotion: false,
  isAttended: false,
  isHidden: false,
  isAtEnd: false,
};

test.each<[string, Partial<MotionState>, boolean]>([
  ["moves where nothing speaks against it", {}, true],
  ["rests while somebody attends to it", { isAttended: true }, false],
  ["rests in a hidden tab", { isHidden: true }, false],
  ["rests at an end that nothing follows", { isAtEnd: true }, false],
  ["rests when a visitor paused it", { choice: "pause" }, false],
  ["rests where less motion is asked for", { reducesMotion: true }, false],
  ["moves where a visitor asked for it in spite of that", { reducesMotion: true, choice: "play" }, true],
  ["rests under the pointer of a visitor who asked for movement", { choice: "play", isAttended: true }, false],
])("a carousel %s", (_, change, expected) => {
  expect(mayMove({ ...free, ...change })).toBe(expected);
});

test("the button tells the visitor's choice before the system's wish, and nothing of a passing rest", () => {
  expect(isPaused({ choice: undefined, reducesMotion: true })).toBe(true);
  expect(isPaused({ choice: "play", reducesMotion: true })).toBe(false);
  expect(isPaused({ choice: "pause", reducesMotion: false })).toBe(true);
});
