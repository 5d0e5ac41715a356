// A place of a file → its text, its line and what is said where there is none.
import { describe, expect, test } from "vitest";
import { openSource } from "../../../../../cli/edit/text/edit-source.ts";
import { shownWords, textOfTyped } from "../../../../../cli/edit/text/typed-words.ts";
import { sourceOf } from "../../../../support/sources.ts";

type Path = readonly (string | number)[];
interface Block {
  readonly first: number;
  readonly end: number;
}

const FILE = { yaml: "content/pages/example.yaml", markdown: "content/legal/example.md" };
const located = (raw: string, path: Path, block?: Block, format: keyof typeof FILE = "yaml") =>
  openSource(sourceOf("", format), raw).locate({ path, ...(block && { block }) });

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

  test.each<[string, Path, string, object]>([
    ["a: old\nb: [\n", ["a"], "The file has mistakes and cannot be read.", { hint: "correct them in an editor first" }],
    ["a: old\n", ["c"], "There is no text at this place of the file any more.", {}],
    ["a: [x]\n", ["a", 1], "There is no text at this place of the file any more.", {}],
    ["a: x\n", ["a", "b"], "There is no text at this place of the file any more.", {}],
    ["a: 12\n", ["a"], "What is at this place of the file is not a text.", {}],
    ["a:\n", ["a"], "What is at this place of the file is not a text.", {}],
    ["a: [x]\n", ["a"], "What is at this place of the file is not a text.", {}],
    [
      "\nb: x\na: &name y\nc: *name\n",
      ["c"],
      'These words are written once, as "&name" in line 3, and are used at several places of the file.',
      { hint: "change them in an editor, in line 3", line: 3, column: 1 },
    ],
    [
      "a: &name y\nc: *name\n",
      ["a"],
      'These words are written once, as "&name" in line 1, and are used at several places of the file.',
      { hint: "change them in an editor, in line 1", line: 1, column: 1 },
    ],
  ])("%j has none at %j: %s", (raw, path, message, more) => {
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
    const source = openSource(sourceOf("", "markdown"), raw);
    const place = { path: ["body"], block };
    const there = source.locate(place);
    if ("code" in there) throw new Error(there.message);
    const outcome = source.edit({ ...place, was: there.text, text });
    return "code" in outcome ? outcome.message : outcome.raw;
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
    const source = openSource(sourceOf(""), raw);
    const there = source.locate({ path: ["a"] });
    if ("code" in there) return there;
    return source.edit({ path: ["a"], was: was ?? there.text, text });
  };
  const refused = { code: "EDIT_REFUSED", severity: "error", file: FILE.yaml };

  test.each(["\u0000", "\u0007", "\u007f", "\u0085", "\ud800", "\ufffe"])("is a text with %j", (character) => {
    expect(refusal("a: old\n", `x${character}`)).toEqual({
      ...refused,
      message: "There is a character in these words that cannot be shown.",
      hint: "type these words instead of pasting them",
    });
  });

  test("is no text with tabs and line ends of any kind", () => {
    expect(refusal("a: old\n", "x\ty")).toMatchObject({ raw: "a: x\ty\n" });
    expect(refusal("a: old\n", "x\r\ny\rz")).toMatchObject({ raw: "a: |-\n  x\n  y\n  z\n" });
  });

  test("is a text that has changed, with its line", () => {
    expect(refusal("\na: old\n", "new", "older")).toEqual({
      code: "EDIT_CHANGED",
      severity: "error",
      file: FILE.yaml,
      message: "The file was changed in the meantime.",
      line: 2,
      column: 1,
    });
  });

  test("is a file of more than 1 MiB", () => {
    const most = 1_048_576;
    expect(refusal("a: old\n", "x".repeat(most - "a: \n".length))).toHaveProperty("raw");
    expect(refusal("a: old\n", "x".repeat(most - "a: \n".length + 1))).toEqual({
      ...refused,
      message: "The file would become larger than 1 MiB.",
      hint: "shorten the text",
    });
  });

  test("says where its file has a mistake of another kind", () => {
    expect(refusal("a: old\na: new\n", "x")).toMatchObject({ code: "EDIT_REFUSED" });
  });

  test("is nothing where the words stay as they are", () => {
    expect(refusal("a:   'old'\n", "old")).toMatchObject({ raw: "a:   'old'\n", line: 1 });
  });
});

describe("a text that is taken out", () => {
  const removed = (raw: string, path: Path, was: string) => openSource(sourceOf(""), raw).remove(path, was);

  test("is what it was when it was read, and is one", () => {
    expect(removed("\nb: old\n", ["b"], "older")).toMatchObject({ code: "EDIT_CHANGED", line: 2 });
    expect(removed("b: old\n", ["c"], "old")).toMatchObject({ code: "EDIT_REFUSED" });
    expect(removed("a: 1\nb: old\n", ["b"], "old")).toMatchObject({ raw: "a: 1\n", line: 2 });
  });

  test("is not taken out where it holds up more than its own line", () => {
    expect(removed("a: 1\nl:\n  - b: old\n", ["l", 0, "b"], "old")).toEqual({
      code: "EDIT_REFUSED",
      severity: "error",
      file: FILE.yaml,
      message: "This text cannot be removed on its own.",
      hint: "open the file in an editor",
      line: 3,
      column: 1,
    });
  });
});

describe("how a text is shown", () => {
  const shown = (value: string, kind: "text" | "markdown", block?: Block) =>
    shownWords({ text: value, value } as Parameters<typeof shownWords>[0], { kind, ...(block && { block }) });

  test("is without the line ends behind it, which belong to the way it is written", () => {
    expect(shown("one\n", "text")).toEqual({ words: "one", isOneLine: true });
    expect(shown("one\ntwo\n\n", "text")).toEqual({ words: "one\ntwo", isOneLine: false });
    expect(shown("one ", "text")).toEqual({ words: "one ", isOneLine: true });
    expect(shown("one\n", "markdown")).toEqual({ words: "one", isOneLine: false });
  });

  test("is without the signs of its block, and on one line if it is a heading", () => {
    expect(shown("## One\n", "markdown", { first: 0, end: 1 })).toEqual({ words: "One", isOneLine: true });
    expect(shown("one\n\ntwo", "markdown", { first: 2, end: 3 })).toEqual({ words: "two", isOneLine: false });
    expect(shown("## One", "text", { first: 0, end: 1 })).toEqual({ words: "## One", isOneLine: true });
  });
});

describe("what somebody typed", () => {
  const typed = (value: string, text: string, kind: "text" | "markdown" = "text", block?: Block) => {
    const place = { file: FILE.yaml, path: ["a"], ...(block && { block }) };
    const found = {
      text: block ? value.split("\n").slice(block.first, block.end).join("\n") : value,
      value,
      line: 7,
      valueWith: (fresh: string) => {
        const lines = value.split("\n");
        return block ? [...lines.slice(0, block.first), fresh, ...lines.slice(block.end)].join("\n") : fresh;
      },
      filesWith: () => [],
    };
    const shown = {
      ...place,
      ...shownWords(found, { kind, ...(block && { block }) }),
      text: found.text,
      line: 7,
      kind,
      fileHash: "",
      isOptional: false,
    };
    return textOfTyped({ ...place, was: value, fileHash: "", text }, shown, found);
  };

  test("is written without stray spaces, and ends as the text did", () => {
    expect(typed("one\n", " two\t2 \n\n")).toBe("two 2\n");
    expect(typed("one", "a\r\nb\rc")).toBe("a\nb\nc");
    // What was not touched stays as it was.
    expect(typed(" one \n\n", " one ")).toBe(" one \n\n");
  });

  test("has no new character that cannot be seen, and says where one is", () => {
    const message = (value: string, text: string) => {
      const outcome = typed(value, text);
      return typeof outcome === "string" ? outcome : outcome.message;
    };
    expect(typed("one", "two words\u200b")).toEqual({
      code: "EDIT_REFUSED",
      severity: "error",
      file: FILE.yaml,
      message: 'A zero-width space (U+200B) comes after "words". It cannot be seen.',
      hint: "delete it, or type these words instead of pasting them",
      line: 7,
      column: 1,
    });
    expect(message("one", "a \u200bb")).toBe(
      "A zero-width space (U+200B) is at the beginning of a word. It cannot be seen.",
    );
    expect(message("one", `${"x".repeat(30)}\u200b`)).toContain(`"${"x".repeat(20)}"`);
    expect(message("o\u200bne", "t\u200bwo")).toBe("t\u200bwo");
    expect(message("o\u200bne", "t\u200bw\u2060o")).toContain("U+2060");
    expect(message("one", "\u{1f469}\u200d\u{1f4bb} \u{1f3fd}\u200d\u{1f4bb} \u2764\ufe0f\u200d\u{1f525}")).toContain(
      "\u200d",
    );
    expect(message("one", "a\u200db")).toContain("U+200D");
  });

  test("has words in it, and stays what it is on the page", () => {
    const body = "## One\n\ntwo\n\n```\ncode\n```";
    const at = (first: number, text: string, end = first + 1) => typed(body, text, "markdown", { first, end });
    expect(at(0, "New")).toBe("## New");
    expect(at(0, "## New")).toBe("## New");
    expect(at(2, "three\nfour ")).toBe("three\nfour");
    expect(at(4, "  more\n\n", 7)).toBe("```\n  more\n```");
    for (const none of ["", " \n ", "\t"])
      expect(at(2, none)).toMatchObject({
        message: "There are no words left.",
        hint: "to remove the text, open the file in an editor",
        line: 7,
      });
    expect(at(4, "\n", 7)).toMatchObject({ message: "There are no words left." });
    expect(at(2, "- item")).toMatchObject({
      message: expect.stringMatching(/something else, such as a list/),
      line: 7,
      hint: expect.any(String),
    });
    // A whole text of Markdown may become anything.
    expect(typed("one\n", "# Two", "markdown")).toBe("# Two\n");
  });
});
