import { describe, expect, test } from "vitest";
import { findInLines, findPlaceholders, findTarget, wholeLine } from "../../../../../cli/content/yaml/find-in-lines.ts";

const lines = ["one /a two", "[two](/a) /a", "[b](</c d>) /c d", "[e]: /e", "<https://f>", "  padded  ", ""];

test("words are found from a line on", () => {
  expect(findInLines(lines, "two", 1)).toEqual({ line: 1, column: 8, length: 3 });
  expect(findInLines(lines, "two", 2)).toEqual({ line: 2, column: 2, length: 3 });
  expect(findInLines(lines, "two", 3)).toBeUndefined();
  expect(findInLines(lines, "two", undefined)).toBeUndefined();
  expect(findInLines(["one"], "one", 1)).toEqual({ line: 1, column: 1, length: 3 });
  expect(findInLines(["one", "two"], "two", 1)).toEqual({ line: 2, column: 1, length: 3 });
});

describe("the target of a link is found, and not the same letters in the text", () => {
  test.each([
    ["/a", { line: 2, column: 7, length: 2 }],
    ["/c d", { line: 3, column: 6, length: 4 }],
    ["/e", { line: 4, column: 6, length: 2 }],
    ["https://f", { line: 5, column: 2, length: 9 }],
    ["/none", undefined],
  ])("%s", (target, place) => expect(findTarget(lines, target, 1)).toEqual(place));

  test("from a line on", () => expect(findTarget(lines, "/a", 3)).toBeUndefined());
});

test("a whole line is marked without the blanks around it", () => {
  expect(wholeLine(lines, 6)).toEqual({ line: 6, column: 3, length: 6 });
  expect(wholeLine(lines, 7)).toEqual({ line: 7, column: 1, length: 1 });
  expect(wholeLine(["   "], 1)).toEqual({ line: 1, column: 4, length: 1 });
  expect(wholeLine(lines, 99)).toEqual({ line: 99, column: 1, length: 1 });
});

describe("a placeholder is a comment that begins with the word", () => {
  test.each([
    ["a: x # placeholder", 6, 13],
    ["a: x #placeholder of mine", 6, 20],
    ["a: x  #  Placeholder", 7, 14],
    ["# placeholder", 1, 13],
    ["  # placeholder", 3, 13],
  ])("%j", (line, column, length) => expect(findPlaceholders(["x", line])).toEqual([{ line: 2, column, length }]));

  test.each([
    "a: x",
    "a: x#placeholder",
    "a: x # placeholders",
    "a: x # no placeholder",
    "# Lines that end in # placeholder are counted",
    "  # as are # placeholder",
    "a: placeholder",
  ])("%j holds none", (line) => expect(findPlaceholders([line])).toEqual([]));
});
