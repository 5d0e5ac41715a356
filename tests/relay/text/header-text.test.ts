// Text from outside on its way into a mail.
import { describe, expect, test } from "vitest";
import { headerText, oneLine, severalLines } from "../../../relay/text/header-text.ts";

test.each([
  ["  a \t\r\n b\u2028c\u2029d  ", "a b c d"],
  ["e\u0301", "é"],
  ["a\u202eb\u200b\u2066c\ufeff\u00ad", "abc"],
  ["👩‍👩‍👧", "👩‍👩‍👧"],
  ["\ud83c", ""],
  ["a\u0000\u0007b", "ab"],
  ["=?utf-8?Q?x?=", "=?utf-8?Q?x?="],
])("one line of %j is %j", (text, line) => {
  expect(oneLine(text)).toBe(line);
});

describe("a header", () => {
  test("takes encoded words apart", () => {
    expect(headerText("=?utf-8?Q?x?= =?y", 80)).toBe("= ?utf-8?Q?x?= = ?y");
  });

  test.each([
    ["abcdef", 6, "abcdef"],
    ["abcdefg", 6, "abcde…"],
    ["abcd efg", 6, "abcd…"],
    ["ab👩‍👩‍👧cd", 6, "ab…"],
    ["👩‍👩‍👧👩‍👩‍👧", 9, "👩‍👩‍👧…"],
  ])("of %j has %i characters at most: %j", (text, length, kept) => {
    expect(headerText(text, length)).toBe(kept);
  });
});

test.each([
  ["a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh", "a\nb\nc\nd\ne\nf\ng\nh"],
  ["  two   blanks\n\n\tend ", "  two   blanks\n\n end "],
  ["a\u0000b\u001bc\u0007", "abc"],
  ["e\u0301 \udc00", "é "],
])("lines of %j are %j", (text, lines) => {
  expect(severalLines(text)).toBe(lines);
});
