import { describe, expect, test } from "vitest";
import { openDocument } from "../../../../../cli/content/sources/source-document.ts";

/** What is in the file at each character of the value that is named, up to the end of its line. */
function standsAt(text: string, words: string, format: "yaml" | "markdown" = "yaml", path: string[] = ["a"]): string {
  const source = { path: "x", file: "x", collection: "", slug: "x", variant: undefined, format, text };
  const found = openDocument(source).words(path);
  const place = found?.placeAt(found.value.indexOf(words));
  if (!place) throw new Error("The words have no place.");
  return text.split(/\r?\n/)[place.line - 1]?.slice(place.column - 1) ?? "";
}

describe("a character of a text is found in its file", () => {
  test.each([
    ["plain", "a: one two\nb: 1", "two", "two"],
    ["plain over several lines", "a: one\n  two\n  three\n", "three", "three"],
    ["in single quotes", "a: 'it''s two'", "s two", "s two'"],
    ["at a quote that is doubled", "a: 'it''s two'", "'s two", "''s two'"],
    ["in double quotes", 'a: "one \\"two\\" three"', "three", 'three"'],
    ["behind escapes", 'a: "\\u00e9t\\x65 \\U0001F600 end"', "end", 'end"'],
    ["behind a line that goes on", 'a: "one \\\n  two"', "two", 'two"'],
    ["in a block", "a: |\n  one\n\n  two\n", "two", "two"],
    ["in a block with a comment at its head", "a: >- # folded\n  one\n  two\n", "two", "two"],
    ["in a block that is indented further", "a: |2\n    one\n  two\n", "two", "two"],
    ["in a list of one line", "b: [1, 2]\na: one two # note", "two", "two # note"],
    ["with Windows line ends", "a: >-\r\n  one\r\n  two\r\n", "two", "two"],
    ["behind an emoji", "a: 👩‍👩‍👧 two", "two", "two"],
  ])("%s", (_, text, words, expected) => expect(standsAt(text, words)).toBe(expected));

  test("where an alias leads", () => expect(standsAt("b: &n one two\na: *n\n", "two")).toBe("two"));

  test("below front matter, however many empty lines are between", () => {
    const text = "---\ntitle: x\n---\n\n## One\n\nTwo words\n";
    expect(standsAt(text, "words", "markdown", ["body"])).toBe("words");
    expect(standsAt(text.replace("---\n\n", "---\n\n\n\n"), "words", "markdown", ["body"])).toBe("words");
  });
});

describe("behind each escape", () => {
  const codes = ["x41", "u00e9", "U0001F600"];
  test.each([..."0abtnvfre /N_LP\t\\", '"', ...codes])("%j", (code) => {
    const text = `a: "one\\${code} two\\${code}\\${code}three"\n`;
    expect(standsAt(text, "two")).toBe(`two\\${code}\\${code}three"`);
    expect(standsAt(text, "three")).toBe('three"');
  });
});

test("the place of white space is that of what follows it, and at the end that of the end", () => {
  expect(standsAt("a: one   two\n", " two")).toBe("two");
  expect(standsAt("a: one\n  two\n", " two")).toBe("two");
  expect(standsAt("a: |\n  one\n\n  two\nb: 1", "\ntwo")).toBe("two");
});

test("what is no text has no words", () => {
  const source = { path: "x", file: "x", collection: "", slug: "x", variant: undefined, format: "yaml" as const };
  const document = openDocument({ ...source, text: "a: 1\nb: [x]\n" });
  expect([document.words(["a"]), document.words(["b"]), document.words(["c"])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
