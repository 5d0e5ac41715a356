// The text of a file → its data, and what is wrong with the file as a whole.
import { describe, expect, test } from "vitest";
import { parseSource } from "../../../../cli/content/parse-source.ts";
import { sourceOf } from "../../../support/sources.ts";

const parsed = (text: string, format?: "yaml" | "markdown", collection = "pages") => {
  const { data, diagnostics } = parseSource({ ...sourceOf(text, format), collection });
  return {
    data,
    reports: diagnostics.map(({ code, line, column, message, hint }) => [
      `${line}:${column} ${code.replace("SOURCE_", "")}`,
      message,
      hint,
    ]),
  };
};

describe("the data of a file", () => {
  test.each<[string, "yaml" | "markdown", unknown]>([
    ["a: b\nc: [1, true]\n", "yaml", { a: "b", c: [1, true] }],
    // Beyond the plain subset.
    ["a: &x b\nc: *x\n", "yaml", { a: "b", c: "b" }],
    ["a: >-\n  one\n  two\n", "yaml", { a: "one two" }],
    ["---\na: b\n---\n\nWords\n", "markdown", { a: "b", body: "Words\n" }],
    ["---\na: &x b\nc: *x\n---\nWords", "markdown", { a: "b", c: "b", body: "Words" }],
    ["---\na: b\nbody: key\n---\nWords", "markdown", { a: "b", body: "Words" }],
  ])("%j is read", (text, format, data) => {
    expect(parsed(text, format)).toEqual({ data, reports: [] });
  });
});

describe("a file without data", () => {
  const fields = "write its fields, as another file of the same folder has them, or delete it where it is not needed";
  const settings =
    "every site has one: bring back its last version, or write its first field, and `eventsite check` will say what else it needs";
  const list = [
    "1:1 NOT_A_MAPPING",
    "The file must be made of `key: value` lines.",
    "compare with another file of the same folder",
  ];

  test.each<[string, string, readonly unknown[]]>([
    ["", "pages", ["1:1 EMPTY", "There is nothing in this file.", fields]],
    [" \n\n", "pages", ["1:1 EMPTY", "There is nothing in this file.", fields]],
    ["# later\n", "pages", ["1:1 EMPTY", "There is no data in this file.", fields]],
    ["null\n", "pages", ["1:1 EMPTY", "There is no data in this file.", fields]],
    ["", "", ["1:1 EMPTY", "There is nothing in this file.", settings]],
    ["- a\n- b\n", "pages", list],
    ["words\n", "pages", list],
    ["3\n", "", list],
  ])("%j of collection %j is reported", (text, collection, report) => {
    expect(parsed(text, "yaml", collection)).toEqual({ data: undefined, reports: [report] });
  });

  test("keeps the mistakes of its text", () => {
    expect(parsed("- a\n- b # c\n").reports.map(([place]) => place)).toEqual(["2:5 COMMENT", "1:1 NOT_A_MAPPING"]);
    expect(parsed("Words", "markdown").reports.map(([place]) => place)).toEqual(["1:1 FRONT_MATTER_MISSING"]);
    expect(parsed("a: b\n", "markdown")).toEqual({
      data: undefined,
      reports: [["1:1 FRONT_MATTER_MISSING", expect.any(String), expect.any(String)]],
    });
    expect(parsed("---\n- a\n---\nWords", "markdown").reports.map(([place]) => place)).toEqual(["1:1 NOT_A_MAPPING"]);
  });
});

describe("a character that nobody sees, in a value that is read", () => {
  const seen = (name: string, what: string, hint: string) => [`${name} is here. ${what}`, hint];
  const UNSEEN = "It cannot be seen.";
  const BACKSPACE = "put the cursor after it and press backspace";
  const NO_LINE = "It looks like a new line, and browsers show none.";
  const SPACE = "delete it and press the space bar, or Enter where a new paragraph begins";
  const ORDER = "It cannot be seen, and what follows it may be shown in another order.";
  const DELETE = "delete it: the cursor moves over it without moving on the screen";
  const of = (text: string, format?: "yaml" | "markdown") =>
    parsed(text, format).reports.map(([place, ...words]) => [place, words]);

  test.each([
    ["\u200b", seen("A zero-width space (U+200B)", UNSEEN, BACKSPACE)],
    ["\u2060", seen("A word joiner (U+2060)", UNSEEN, BACKSPACE)],
    ["\u{e0061}", seen("A character (U+E0061)", UNSEEN, BACKSPACE)],
    ["\u202e", seen("A mark of writing direction (U+202E)", ORDER, DELETE)],
    ["\u2066", seen("A mark of writing direction (U+2066)", ORDER, DELETE)],
    ["\u2028", seen("A line separator (U+2028)", NO_LINE, SPACE)],
    ["\u0085", seen("A line separator (U+0085)", NO_LINE, SPACE)],
    ["\v", seen("A character (U+000B)", NO_LINE, SPACE)],
    [
      "\ufffd",
      [
        "A replacement character (U+FFFD) is here: a letter was lost when the text was copied or saved.",
        "write the letter that belongs here",
      ],
    ],
  ])("is reported at its place: %j", (character, words) => {
    expect(of(`title: x\nlead: One${character}two\n`)).toEqual([["2:10 HIDDEN_CHARACTER", words]]);
  });

  test.each<[string, readonly string[]]>([
    ["a:\n  - b: One\u200btwo\n    c: x", ["2:11"]],
    ["a: [x, One\u200btwo]", ["1:11"]],
    ["ti\u200btle: x", ["1:3"]],
    ["t\u200bitle: x\na: b", ["1:2"]],
    ["a: x\n\u200bb: One\u200btwo", ["2:1"]],
    ["a: { o\u200bne: x }", ["1:7"]],
    ["a: |\n  One\n  two\u200b\nb: x\u200b", ["3:6", "4:5"]],
    // One report for each line; an escape is meant.
    ["a: x\u200by\u200bz", ["1:5"]],
    ['a: "x\\u200by"', []],
    ['a: "x\\u200by"\nb: x\u200b', ["2:5"]],
  ])("is found in %j", (text, places) => {
    expect(of(text).map(([place]) => place)).toEqual(places.map((place) => `${place} HIDDEN_CHARACTER`));
  });

  test("is found in a text below its data", () => {
    expect(of("---\na: b\n---\nOne\n\ntwo\u200bthree\n", "markdown")).toEqual([
      ["6:4 HIDDEN_CHARACTER", ["A zero-width space (U+200B) is here. It cannot be seen.", BACKSPACE]],
    ]);
    expect(parsed("---\na: b\n---\nOne\u200btwo", "markdown").data).toEqual({ a: "b", body: "One\u200btwo" });
  });
});
