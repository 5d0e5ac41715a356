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
const ONE = `the sign they begin with makes them that: begin with a word, or ${EDITOR}`;
const SEVERAL = `one text is changed at a time; to add another, ${EDITOR}`;
const become = (what: string) => `On the page these words would become ${what}.`;

describe("words that become something else", () => {
  test.each<[string, string, string, string]>([
    ["a table", "a | b\n--|--\n1 | 2", "a table", ONE],
    ["a heading by the line below", "a\n===", "a heading", ONE],
    ["a list", "- a", "a list", ONE],
    ["a numbered list", "1. a", "a numbered list", ONE],
    ["a quotation", "> a", "a quotation", ONE],
    ["a line", "***", "a dividing line", ONE],
    ["code", "    a", "lines of code", ONE],
    ["an open fence", "```", "lines of code", ONE],
    ["a list with two items and one within", "- a\n  - b\n- c", "a list", ONE],
    ["several paragraphs", "a\n\nb\n\nc", "3 paragraphs", SEVERAL],
    ["several headings", "# a\n\n# b", "2 headings", SEVERAL],
    ["different things", "a\n\n---\n\n- c\n- d", "a paragraph, a dividing line and a list", SEVERAL],
    ["a table and more", "a | b\n--|--\n\nc", "a table and a paragraph", SEVERAL],
  ])("%s", (_, typed, what, hint) => {
    expect(misfit("one\n\ntwo", 2, 3, typed)).toEqual({ message: become(what), hint });
  });

  test("in a list or a quotation, its next item or what is within it", () => {
    expect(misfit("- a\n- b", 1, 2, "- b\n- c")?.message).toBe(become("a paragraph and an item of the list"));
    expect(misfit("- a\n- b", 1, 2, "  - b")?.message).toBe(become("a list"));
    expect(misfit("> a\n\nb", 0, 1, "> # a")?.message).toBe(become("a heading"));
  });

  test("a heading of another level, whatever else they say", () => {
    expect(misfit("## a\n\nb", 0, 1, "# x")).toEqual({
      message: "These words begin with the sign of another heading level.",
      hint: `type the words alone; to make it another heading, ${EDITOR}`,
    });
    expect(misfit("## a\n\nb", 0, 1, "##x")?.message).toBe(become("a paragraph"));
  });
});

describe("words that would not be seen", () => {
  test("as a part of them is a sign", () => {
    const before = "## a\n\nb";
    expect(misfitOf(before, "## a #\n\nb", { first: 0, end: 1 }, "a #")).toEqual({
      message: "A part of these words would not be seen on the page: Markdown reads it as a sign.",
      hint: `write it in words, or ${EDITOR}`,
    });
  });

  test("as all of them are a definition", () => {
    expect(misfit("a\n\n[x]: /y", 0, 1, "[b]: /c")).toEqual({
      message: "These words would not be seen on the page at all.",
      hint: `write others, or ${EDITOR}`,
    });
  });
});

test("words that change what is around them are refused", () => {
  expect(misfit("one\n\ntwo", 0, 2, "one")).toEqual({
    message: "These words would change the text around them.",
    hint: `write others, or ${EDITOR}`,
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
