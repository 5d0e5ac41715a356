// What edited words of a Markdown text would become on the page, where that is not what they were.
import { describe, expect, test } from "vitest";
import { openBlock } from "../../../../../cli/edit/text/markdown-block.ts";
import { misfitOf } from "../../../../../cli/edit/text/refuse-block-change.ts";

/** A block of lines in a text takes other lines. */
function misfit(before: string, first: number, end: number, typed: string) {
  const lines = before.split("\n");
  const after = [...lines.slice(0, first), typed, ...lines.slice(end)].join("\n");
  return misfitOf(before, after, { first, end }, typed);
}

const EDITOR = "open the file in an editor";
const OTHER = "On the page these words would become something else, such as a list, a heading or another paragraph.";

test.each<[string, string]>([
  ["a table", "a | b\n--|--\n1 | 2"],
  ["a heading by the line below", "a\n==="],
  ["a list", "- a"],
  ["a numbered list", "1. a"],
  ["a quotation", "> a"],
  ["a line", "***"],
  ["code", "    a"],
  ["an open fence", "```"],
  ["several paragraphs", "a\n\nb\n\nc"],
  ["a definition, which is not seen", "[b]: /c"],
])("words that become %s are refused", (_, typed) => {
  expect(misfit("one\n\ntwo", 2, 3, typed)).toEqual({
    message: OTHER,
    hint: `begin with a word, and change one text at a time; to add another, ${EDITOR}`,
  });
});

test("in a list or a quotation, so is its next item, and what is within it", () => {
  expect(misfit("- a\n- b", 1, 2, "- b\n- c")?.message).toBe(OTHER);
  expect(misfit("- a\n- b", 1, 2, "  - b")?.message).toBe(OTHER);
  expect(misfit("> a\n\nb", 0, 1, "> # a")?.message).toBe(OTHER);
});

test("so are words that change what is around them", () => {
  expect(misfit("one\n\ntwo", 0, 2, "one")?.message).toBe(OTHER);
});

test("a heading of another level is refused, whatever else it says", () => {
  expect(misfit("## a\n\nb", 0, 1, "# x")).toEqual({
    message: "These words begin with the sign of another heading level.",
    hint: `type the words alone; to make it another heading, ${EDITOR}`,
  });
  expect(misfit("## a\n\nb", 0, 1, "##x")?.message).toBe(OTHER);
});

test("words of which a part is a sign are refused", () => {
  expect(misfitOf("## a\n\nb", "## a #\n\nb", { first: 0, end: 1 }, "a #")).toEqual({
    message: "A part of these words would not be seen on the page: Markdown reads it as a sign.",
    hint: `write it in words, or ${EDITOR}`,
  });
});

describe("words that stay what they were", () => {
  test.each<[string, string, number, number, string]>([
    ["a paragraph", "one\n\ntwo", 2, 3, "three\nfour"],
    ["a paragraph with signs in the middle", "one\n\ntwo", 2, 3, "three - 4 # five > 6"],
    ["an item", "- a\n- b", 1, 2, "- **c**"],
    ["a quotation on more lines", "> a\n\nb", 0, 1, "> a\n> b"],
    ["code", "```\na\n```", 0, 3, "```\n# b\n\n- c\n```"],
  ])("%s", (_, before, first, end, typed) => {
    const { words } = openBlock([...before.split("\n").slice(0, first), typed].join("\n"), {
      first,
      end: first + typed.split("\n").length,
    });
    const lines = before.split("\n");
    const after = [...lines.slice(0, first), typed, ...lines.slice(end)].join("\n");
    expect(misfitOf(before, after, { first, end }, words)).toBeUndefined();
  });
});
