// The text of a file → its data, and what is wrong with the file as a whole.
import { describe, expect, test } from "vitest";
import { parseSource } from "../../../../../cli/content/sources/parse-source.ts";
import { sourceOf } from "../../../../support/site/sources.ts";

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
