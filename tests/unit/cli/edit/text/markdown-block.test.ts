// Lines of a Markdown text → the words that are shown for editing, and the lines that other words make.
import { expect, test } from "vitest";
import { openBlock } from "../../../../../cli/edit/text/markdown-block.ts";

type Case = readonly [
  value: string,
  first: number,
  end: number,
  kind: string,
  words: string,
  typed: string,
  made: string,
];

test.each<Case>([
  ["one\n\ntwo", 2, 3, "paragraph", "two", "three\n  four", "three\nfour"],
  ["one\n  two  \nthree", 0, 3, "paragraph", "one\ntwo  \nthree", "1\n2\n3\n4", "1\n  2\n3\n4"],
  ["## One ##", 0, 1, "heading", "One", "Two", "## Two ##"],
  ["One\n===", 0, 2, "other", "One\n===", "Two\n===", "Two\n==="],
  ["- one\n- two", 1, 2, "paragraph", "two", "three\nfour", "- three\n  four"],
  ["10. one\n    two", 0, 2, "paragraph", "one\ntwo", "1\n2\n3", "10. 1\n    2\n    3"],
  ["> one\n> two", 0, 2, "paragraph", "one\ntwo", "1\n2\n3", "> 1\n> 2\n> 3"],
  ["> one\n\ntwo", 0, 1, "paragraph", "one", "1\n2", "> 1\n> 2"],
  ["- > one", 0, 1, "paragraph", "one", "1\n2", "- > 1\n  > 2"],
  ["```js\na\n\n  b\n```", 0, 5, "code", "a\n\n  b", "x\n\n  y", "```js\nx\n\n  y\n```"],
  ["- ```\n  a\n\n  b\n  ```", 0, 5, "code", "a\n\nb", "x\n\ny", "- ```\n  x\n\n  y\n  ```"],
  ["one\n\n    a\n    b", 2, 4, "code", "a\nb", "x\n\n  y", "    x\n\n      y"],
  ["one\n\n---\n\ntwo", 2, 3, "other", "---", "***", "***"],
  ["a | b\n--|--\n1 | 2", 0, 3, "other", "a | b\n--|--\n1 | 2", "x", "x"],
])("%j from %i to %i is a %s", (value, first, end, kind, words, typed, made) => {
  const block = openBlock(value, { first, end });
  expect([block.kind, block.words, block.linesWith(typed)]).toEqual([kind, words, made]);
  expect(block.linesWith(block.words)).toBe(value.split("\n").slice(first, end).join("\n"));
});

test("a sign that is typed again is left out, and no other", () => {
  const without = (value: string, typed: string) => openBlock(value, { first: 0, end: 1 }).withoutSign(typed);
  expect(without("## One", "##   Two")).toBe("Two");
  expect(without("## One", "##")).toBe("");
  expect(without("## One", "##Two")).toBe("##Two");
  expect(without("## One", "# Two")).toBe("# Two");
  expect(without("- one", "- two")).toBe("two");
  expect(without("one", "- two")).toBe("- two");
  expect(without("```\na\n```", "- two")).toBe("- two");
});
