// Which values a mark is for, and the file without it.
import { describe, expect, test } from "vitest";
import {
  type IsReal,
  isMarkOf,
  marksIn,
  withoutMarkedWords,
  withoutOldMarks,
} from "../../../../cli/rewrite/placeholder-marks.ts";
import { sourceOf } from "../../../support/site/sources.ts";

const ref = sourceOf("");
const markdown = sourceOf("", "markdown");
const pathsOf = (text: string, format: "yaml" | "markdown" = "yaml") =>
  marksIn(sourceOf(text, format)).map(({ paths }) => paths.map((path) => path.join(".")));

describe("a mark is for", () => {
  test.each([
    ["the value of its line", "a: 1\nb: x # placeholder\n", ["b"]],
    ["each value of its line", "- x\n- { a: 1, b: [2, 3] } # placeholder\n", ["1.a", "1.b.0", "1.b.1"]],
    ["a text of several lines", 'a: "one\n  two" # placeholder\nb: x\n', ["a"]],
    ["a text below its sign", "a: >- # placeholder\n  one\n  two\nb: x\n", ["a"]],
    ["all that begins at its key", "a: # placeholder\n  - x\n  - b: y\nc: z\n", ["a.0", "a.1.b"]],
    ["all in the brackets that end there", "a: [\n    x,\n    y\n  ] # placeholder\n", ["a.0", "a.1"]],
    ["what is on the next line", "a: 1\n# placeholder\nb: x\nc: y\n", ["b"]],
    ["an item below its dash", "a:\n  - # placeholder\n    b: x\n", ["a.0.b"]],
    ["a value that is missing", "a: # placeholder\nb: x\n", ["a"]],
    ["nothing where nothing follows", "a: 1\n# placeholder\n", []],
  ])("%s", (_, text, paths) => {
    expect(pathsOf(text)).toEqual([paths]);
  });

  test("the text of a Markdown file, or a value above it", () => {
    expect(pathsOf("---\ntitle: x # placeholder\n---\n\nOne # placeholder\n", "markdown")).toEqual([
      ["title"],
      ["body"],
    ]);
    expect(pathsOf("---\ntitle: x\n---\n## One # placeholder\n", "markdown")).toEqual([["body"]]);
    expect(pathsOf("# a # placeholder\na: |\n  ## One # placeholder\nb: x\n")).toEqual([["a"]]);
  });

  test("what a path leads to, and what is in it", () => {
    const [mark] = marksIn(sourceOf("a:\n  - b: x # placeholder\n"));
    if (!mark) expect.fail();
    expect([[], ["a"], ["a", 0], ["a", 0, "b"], ["a", 1]].map((path) => isMarkOf(mark, { path }, 1))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("a mark that goes", () => {
  const withoutReal = (text: string, isReal: IsReal, source = ref) => withoutOldMarks(source, text, text, isReal);

  test.each([
    [
      "leaves the line and its end",
      "\ufeffa: x # placeholder\r\nb: y # Placeholder: ask\r\n",
      "\ufeffa: x\r\nb: y\r\n",
    ],
    ["leaves another comment", "a: x # the name, # placeholder\n", "a: x # the name,\n"],
    ["takes a line of its own along", "a: 1\n  # placeholder\nb: x\n", "a: 1\nb: x\n"],
    ["leaves the byte order mark of its line", "\ufeff# placeholder\r\na: x\r\n", "\ufeffa: x\r\n"],
    [
      "goes from the words that it is in",
      'a: "one # placeholder"\nb: |\n  two # placeholder\n  three\n',
      'a: "one"\nb: |\n  two\n  three\n',
    ],
    ["leaves a text below its sign", "a: | # placeholder\n  one\n", "a: |\n  one\n"],
    [
      "leaves a comment that only mentions it",
      '# Lines with "# placeholder" are not real.\na: x # placeholder\n',
      '# Lines with "# placeholder" are not real.\na: x\n',
    ],
  ])("%s", (_, text, left) => {
    expect(withoutReal(text, () => true)).toBe(left);
  });

  test("goes from Markdown", () => {
    const text = "---\ntitle: x # placeholder\n---\n\nOne # placeholder\n\nTwo\n";
    expect(withoutReal(text, () => true, markdown)).toBe("---\ntitle: x\n---\n\nOne\n\nTwo\n");
  });

  test("goes from its line of Markdown, and stays on the others", () => {
    const text = "---\ntitle: x\n---\n## One # placeholder\n\nTwo # placeholder\n";
    expect(withoutReal(text, ({ line }) => line === 4, markdown)).toBe(
      "---\ntitle: x\n---\n## One\n\nTwo # placeholder\n",
    );
  });

  test("goes where its value was replaced, and stays where it moved or another was", () => {
    const before = "a:\n  - x # placeholder\n  - y # placeholder\nb: { c: 1, d: 2 } # placeholder\n";
    const replaced = (after: string) => withoutOldMarks(ref, before, after, () => false);
    expect(replaced("a:\n  - y # placeholder\n  - new # placeholder\nb: { c: 1, d: 3 } # placeholder\n")).toBe(
      "a:\n  - y # placeholder\n  - new\nb: { c: 1, d: 3 } # placeholder\n",
    );
    expect(replaced("a:\n  - x # placeholder\nb: { c: 5, d: 3 } # placeholder\n")).toBe(
      "a:\n  - x # placeholder\nb: { c: 5, d: 3 }\n",
    );
    expect(replaced(before)).toBe(before);
  });
});

test("typed words lose a mark unless their line is as it was", () => {
  expect(withoutMarkedWords("new # placeholder\nold # placeholder", "x\nold # placeholder")).toBe(
    "new\nold # placeholder",
  );
});
