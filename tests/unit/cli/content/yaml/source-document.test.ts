// Where in a file a value, a key or a text is: what a report about it marks.
import { describe, expect, test } from "vitest";
import { openDocument, type Path, type SourceDocument } from "../../../../../cli/content/yaml/source-document.ts";
import { sourceOf } from "../../../../support/sources.ts";

type Place = ReturnType<SourceDocument["place"]>;

const open = (text: string, format: "yaml" | "markdown" = "yaml") => openDocument(sourceOf(text, format));
/** What is marked in a file, with its line. */
const marked = (text: string, place: Place | undefined): string | undefined =>
  place &&
  `${place.line}: ${text
    .split(/\r?\n/)
    [place.line - 1]?.slice(place.column - 1)
    .slice(0, place.length)}`;

const FILE = `a: one
b:
  c: "two words"
  d:
  e: [x, { f: 1.10 }]
l:
  - one
  - g: 2
    h: &n text
  -
m: >-
  folded
  text
n: *n
o: { p: q,
  r: s }
u: |
  kept [link](/to)
  a /to
w: one
  two /on
`;

describe("the place of a value", () => {
  test.each<[Path, string, string]>([
    [["a"], "1: one", "1: a"],
    [["b"], "3: c", "2: b"],
    [["b", "c"], '3: "two words"', "3: c"],
    [["b", "d"], "4: d", "4: d"],
    [["b", "e"], "5: [x, { f: 1.10 }]", "5: e"],
    [["b", "e", 0], "5: x", "5: x"],
    [["b", "e", 1], "5: { f: 1.10 }", "5: { f: 1.10 }"],
    [["b", "e", 1, "f"], "5: 1.10", "5: f"],
    [["b", "none"], "3: c", "3: c"],
    [["b", "none", "deeper"], "3: c", "3: c"],
    [["a", "none"], "1: one", "1: one"],
    [["none"], "1: a", "1: a"],
    [["l"], "7: - one", "6: l"],
    [["l", 0], "7: one", "7: one"],
    [["l", 1], "8: g", "8: g: 2"],
    [["l", 1, "h"], "9: text", "9: h"],
    [["l", 9], "7: - one", "7: - one"],
    [["m"], "11: >-", "11: m"],
    [["n"], "14: *n", "14: n"],
    [["n", "deeper"], "9: text", "9: text"],
    [["o"], "15: { p: q,", "15: o"],
    [["o", "r"], "16: s", "16: r"],
    [[], "1: a", "1: a: one"],
  ])("%j is %s, and that of its key %s", (path, value, key) => {
    const document = open(FILE);
    expect(marked(FILE, document.place(path))).toBe(value);
    expect(marked(FILE, document.place(path, "key"))).toBe(key);
  });

  test("is the beginning of the file where it holds nothing", () => {
    expect(open("").place(["a"])).toEqual({ line: 1, column: 1, length: 1 });
    expect(open("---\n---\nText\n", "markdown").place(["a"])).toEqual({ line: 2, column: 1, length: 1 });
  });

  test("is counted in the file, not in its front matter", () => {
    const text = "---\r\na: one\r\n---\r\nText\r\n";
    expect(marked(text, open(text, "markdown").place(["a"]))).toBe("2: one");
  });
});

test("a value is given as it was typed, a block not at all", () => {
  const document = open(FILE);
  const typed = (...path: Path) => document.typed(path);
  expect([typed("a"), typed("b", "c"), typed("b", "e", 1, "f")]).toEqual(["one", "two words", "1.10"]);
  expect([typed("b", "e"), typed("o")]).toEqual(["[x, { f: 1.10 }]", "{ p: q,\n  r: s }"]);
  expect([typed("b"), typed("l"), typed("none"), typed("a", "none"), typed("n")]).toEqual(Array(5).fill(undefined));
});

test("a text is found: a value that is it, before one that holds it", () => {
  const text = "c: words\na: two words\nb: words in two\ntwo: 2\nd: two\ne: x\n";
  const find = (needle: string) => marked(text, open(text).find(needle));
  expect([find("words"), find("two"), find("words in"), find("2"), find("none")]).toEqual([
    "1: words",
    "5: two",
    "3: words in",
    undefined,
    undefined,
  ]);
  const within = "a: 'it''s so'\nb: >-\n  folded\n  text\n";
  expect(marked(within, open(within).find("it's"))).toBe("1: 'it''s so'");
  expect(marked(within, open(within).find("text"))).toBe("4: text");
  const markdown = "---\na: one\n---\n\nOne two one\n";
  expect(marked(markdown, open(markdown, "markdown").find("two"))).toBe("5: two");
  expect(marked(markdown, open(markdown, "markdown").find("one"))).toBe("2: one");
  expect(marked(markdown, open(markdown, "markdown").find("---"))).toBeUndefined();
});

describe("a place in the lines of a text", () => {
  test.each<[Path, number, string, string]>([
    [["u"], 1, "/to", "18: /to"],
    [["u"], 2, "/to", "19: /to"],
    [["u"], 2, "none", "19: a /to"],
    [["m"], 1, "text", "13: text"],
    [["m"], 2, "none", "11: >-"],
    [["w"], 1, "/on", "21: /on"],
    [["w"], 1, "none", "20: one"],
    [["a"], 1, "one", "1: one"],
    [["none"], 1, "none", "1: a"],
  ])("%j, line %i, %s is %s", (path, line, needle, place) => {
    expect(marked(FILE, open(FILE).placeInText(path, line, needle))).toBe(place);
  });

  test("of the text below front matter", () => {
    const text = "---\nbody2: x\n---\n\nOne [x](/a)\n\n  two /a\n";
    const at = (line: number, needle: string) =>
      marked(text, open(text, "markdown").placeInText(["body"], line, needle));
    expect([at(1, "/a"), at(2, "/a"), at(3, "none"), at(1, "none")]).toEqual([
      "5: /a",
      "7: /a",
      "7: two /a",
      "5: One [x](/a)",
    ]);
  });

  test("of a field that is named like that text, in a file without one", () => {
    const text = "a: 1\nbody: |\n  one\n  two\n";
    expect(marked(text, open(text).placeInText(["body"], 2, "none"))).toBe("4: two");
    expect(open(text).words(["body"])?.value).toBe("one\ntwo\n");
  });
});

test("each character of the text below front matter has its place", () => {
  const text = "---\r\na: 1\r\n---\r\n\r\nOne\r\ntwo\r\n";
  const words = open(text, "markdown").words(["body"]);
  expect(words?.value).toBe("One\ntwo\n");
  expect([0, 2, 4, 6].map((offset) => words?.placeAt(offset))).toEqual([
    { line: 5, column: 1, length: 1 },
    { line: 5, column: 3, length: 1 },
    { line: 6, column: 1, length: 1 },
    { line: 6, column: 3, length: 1 },
  ]);
  expect(open(text, "markdown").words(["a"])).toBeUndefined();
});

test("a file whose front matter cannot be read has one place, and no values", () => {
  const document = open("---\na: # placeholder\nText\n", "markdown");
  const place = { line: 1, column: 1, length: 3 };
  expect(document).toMatchObject({ data: undefined, body: undefined, placeholders: [] });
  expect(document.diagnostics).toHaveLength(1);
  expect([document.place(["a"]), document.placeInText(["body"], 2, "Text")]).toEqual([place, place]);
  expect([document.typed(["a"]), document.find("Text"), document.words(["body"])]).toEqual(Array(3).fill(undefined));
});

test("placeholders are known by their comments", () => {
  expect(open("a: x # placeholder\nb: y\n").placeholders).toEqual([{ line: 1, column: 6, length: 13 }]);
});

test("values that unfold too far are reported at the first alias", () => {
  const text = `a: &a [${"x,".repeat(9)}x]\nb: &b [${"*a,".repeat(9)}*a]\nc: [${"*b,".repeat(11)}*b]\n`;
  const { data, diagnostics } = open(text);
  expect(data).toBeUndefined();
  expect(diagnostics).toMatchObject([
    {
      code: "SOURCE_TOO_MANY_ALIASES",
      severity: "error",
      line: 2,
      column: 8,
      message: "The aliases (*name) of this file unfold into more than 100 parts.",
      hint: "write the values out where they are used",
    },
  ]);
});

test("an alias without its anchor is read as the word itself", () => {
  const { data, diagnostics } = open("a: *x\nb: &y 1\nc: *y\nl: [*z]\n");
  expect(data).toEqual({ a: "x", b: 1, c: 1, l: ["z"] });
  expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
    ["SOURCE_UNKNOWN_ANCHOR", 1, 4],
    ["SOURCE_UNKNOWN_ANCHOR", 4, 5],
  ]);
});
