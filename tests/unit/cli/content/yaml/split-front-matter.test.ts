import { describe, expect, test } from "vitest";
import { splitFrontMatter } from "../../../../../cli/content/yaml/split-front-matter.ts";

describe("a valid file", () => {
  test.each(["\n", "\r\n"])("is split into data and text, with the lines of the file; they end in %j", (end) => {
    expect(splitFrontMatter("---\ntitle: A\norder: 1\n---\n\n## One\n".replaceAll("\n", end))).toEqual({
      yaml: "   \ntitle: A\norder: 1\n",
      body: "## One\n",
      bodyLine: 6,
    });
  });

  test("may have no text", () => {
    expect(splitFrontMatter("---\ntitle: A\n---")).toMatchObject({ yaml: "   \ntitle: A\n", body: "" });
  });

  test("ends its data at the first closing fence: a later one is a rule", () => {
    expect(splitFrontMatter("---\na: 1\n---\nOne\n\n---\n\nTwo\n")).toMatchObject({ body: "One\n\n---\n\nTwo\n" });
  });

  test("gives the same on the second call, whatever happened to the first", () => {
    const text = "---\ntitle: [broken\n---\nBody\n";
    expect(splitFrontMatter(text)).toEqual(splitFrontMatter(text));
    expect(splitFrontMatter(text)).toMatchObject({ yaml: "   \ntitle: [broken\n", body: "Body\n" });
  });
});

describe("a fence that is not one", () => {
  test.each([
    ["title: A\n", "SOURCE_FRONT_MATTER_MISSING", 1],
    ["----\ntitle: A\n---\n", "SOURCE_FRONT_MATTER_MISSING", 1],
    ["\n\n---\ntitle: A\n---\n", "SOURCE_FRONT_MATTER_MISSING", 3],
    ["---\ntitle: A\n", "SOURCE_FRONT_MATTER_UNCLOSED", 1],
    ["---\ntitle: A\n----\nText\n", "SOURCE_FRONT_MATTER_UNCLOSED", 3],
    ["---\ntitle: A\n---x\nText\n", "SOURCE_FRONT_MATTER_UNCLOSED", 3],
    ["---js\n{}\n---\n", "SOURCE_FRONT_MATTER_LANGUAGE", 1],
    ["--- JSON\n{}\n---\n", "SOURCE_FRONT_MATTER_LANGUAGE", 1],
    ["", "SOURCE_EMPTY", 1],
    [" \n\n", "SOURCE_EMPTY", 1],
  ])("%j is %s on line %i", (text, code, line) => {
    expect(splitFrontMatter(text)).toMatchObject({ code, line });
  });
});
