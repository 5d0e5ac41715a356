// A place of a file → its text, its line and what is said where there is none.
import { describe, expect, test } from "vitest";
import { locateText } from "../../../../cli/rewrite/locate-text.ts";
import { openFile } from "../../../../cli/rewrite/open-file.ts";
import { editText } from "../../../../cli/rewrite/rewrite-text.ts";
import { readTable } from "../../../support/process/read-table.ts";
import { sourceOf } from "../../../support/site/sources.ts";

type Path = readonly (string | number)[];
interface Block {
  readonly first: number;
  readonly end: number;
}

const FILE = { yaml: "content/pages/example.yaml", markdown: "content/legal/example.md" };
const located = (raw: string, path: Path, block?: Block, format: keyof typeof FILE = "yaml") =>
  locateText(openFile(sourceOf("", format), raw), { path, ...(block && { block }) });

const MARKDOWN = "---\ntitle: T\nlead: |-\n  A\n  B\n---\n\none\n\ntwo\nthree\n";

describe("a text", () => {
  test.each<[string, Path, string, number]>([
    ["a: one\nb: two\n", ["b"], "two", 2],
    ["a: one\nb:\n  two\n", ["b"], "two", 3],
    ["a: |\n  one\n  two\n", ["a"], "one\ntwo\n", 2],
    ["a: |-\nb: 1\n", ["a"], "", 1],
    ["a: >-\n  one\n  two\n", ["a"], "one two", 2],
    ["a:\n  - b\n  - c: 'd'\n", ["a", 1, "c"], "d", 3],
    ["1: one\n", ["1"], "one", 1],
    ["{ a: { b: [x, y] } }\n", ["a", "b", 1], "y", 1],
  ])("%j at %j is %j in line %i", (raw, path, text, line) => {
    expect(located(raw, path)).toMatchObject({ text, value: text, line });
  });

  test("may be lines of a longer one", () => {
    expect(located(MARKDOWN, ["body"], { first: 2, end: 4 }, "markdown")).toMatchObject({
      text: "two\nthree",
      value: "one\n\ntwo\nthree\n",
      line: 10,
    });
    expect(located(MARKDOWN, ["lead"], { first: 1, end: 2 }, "markdown")).toMatchObject({ text: "B", line: 5 });
    expect(located(MARKDOWN, ["body"], undefined, "markdown")).toMatchObject({ line: 8 });
    // A field of that name is one of the YAML.
    expect(located("body: x\n", ["body"])).toMatchObject({ text: "x", line: 1 });
    expect(located("---\na:\n  body: x\n---\ny\n", ["a", "body"], undefined, "markdown")).toMatchObject({ text: "x" });
  });

  test.each<Block>([
    { first: 6, end: 7 },
    { first: 5, end: 7 },
    { first: 3, end: 3 },
    { first: 4, end: 3 },
    { first: -1, end: 1 },
    { first: 0.5, end: 1 },
    { first: 0, end: 1.5 },
  ])("has no lines %j", (block) => {
    expect(located(MARKDOWN, ["body"], block, "markdown")).toEqual({
      code: "EDIT_REFUSED",
      severity: "error",
      message: "The text has become shorter: these lines are not in it any more.",
      file: FILE.markdown,
    });
  });

  /** A file, a place and what is said of it: see tests/fixtures/unlocated-texts.jsonl. */
  type Case = readonly [raw: string, path: Path, message: string, more: object];

  test.each(readTable<Case>("unlocated-texts"))("%j has none at %j: %s", (raw, path, message, more) => {
    expect(located(raw, path)).toEqual({ code: "EDIT_REFUSED", severity: "error", file: FILE.yaml, message, ...more });
  });

  test("of a Markdown file with an open front matter is none", () => {
    for (const path of [["body"], ["title"]])
      expect(located("---\ntitle: T\n", path, undefined, "markdown")).toMatchObject({
        message: "The file has mistakes and cannot be read.",
      });
  });
});

describe("other lines of a Markdown text", () => {
  const change = (raw: string, block: Block, text: string) => {
    const source = openFile(sourceOf("", "markdown"), raw);
    const place = { path: ["body"], block };
    const there = locateText(source, place);
    if ("code" in there) throw new Error(there.message);
    const outcome = editText(source, { ...place, was: there.text, text });
    return typeof outcome === "string" ? outcome : outcome.message;
  };

  test.each<[Block, string, string, string]>([
    [{ first: 0, end: 1 }, "1", "one\n", "1\n"],
    [{ first: 2, end: 4 }, "2", "two\nthree\n", "2\n"],
    [{ first: 2, end: 4 }, "two\nthree\nthree", "two\nthree\n", "two\nthree\nthree\n"],
    [{ first: 2, end: 4 }, "two\ntwo\nthree", "two\nthree\n", "two\ntwo\nthree\n"],
    [{ first: 0, end: 4 }, "one", "one\n\ntwo\nthree\n", "one\n"],
    [{ first: 1, end: 2 }, "zero", "one\n\ntwo", "one\nzero\ntwo"],
  ])("%j become %j, and all others stay to the byte", (block, text, from, to) => {
    const [front, body] = [MARKDOWN.slice(0, MARKDOWN.indexOf("\n\none")), MARKDOWN.slice(MARKDOWN.indexOf("\n\none"))];
    const after = front + body.replace(`\n${from}`, `\n${to}`);
    expect(change(MARKDOWN, block, text)).toBe(after);
    expect(change(`\ufeff${MARKDOWN.replaceAll("\n", "\r\n")}`, block, text)).toBe(
      `\ufeff${after.replaceAll("\n", "\r\n")}`,
    );
  });

  test("keep the line ends around them where a file has both kinds", () => {
    expect(change("---\na: b\n---\none\r\ntwo\nthree\r\n", { first: 1, end: 2 }, "2\n2")).toBe(
      "---\na: b\n---\none\r\n2\n2\nthree\r\n",
    );
    expect(change("---\na: b\n---\none\r\ntwo\nthree\r\n", { first: 0, end: 1 }, "1\n1")).toBe(
      "---\na: b\n---\n1\r\n1\r\ntwo\nthree\r\n",
    );
    expect(change("---\na: b\n---\none\r\ntwo", { first: 1, end: 2 }, "2\n2")).toBe("---\na: b\n---\none\r\n2\r\n2");
  });
});

describe("what cannot be written", () => {
  const refusal = (raw: string, text: string, was?: string) => {
    const source = openFile(sourceOf(""), raw);
    const there = locateText(source, { path: ["a"] });
    if ("code" in there) return there;
    return editText(source, { path: ["a"], was: was ?? there.text, text });
  };
  const refused = { code: "EDIT_REFUSED", severity: "error", file: FILE.yaml };

  test.each(["\u0000", "\u0007", "\u007f", "\u0085", "\ud800", "\ufffe"])("is a text with %j", (character) => {
    expect(refusal("a: old\n", `x${character}`)).toEqual({
      ...refused,
      message: "There is a character in these words that cannot be shown.",
      hint: "type these words instead of pasting them",
    });
  });
});
