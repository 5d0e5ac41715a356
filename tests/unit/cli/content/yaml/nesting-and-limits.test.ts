// Files that are something else altogether: nested without end, or wrong from top to bottom. They are reported, and never parsed to the end.
import { describe, expect, test } from "vitest";
import { readingOf } from "../../../../support/site/sources.ts";

const brackets = (depth: number, open = "[", close = "]") => `a: ${open.repeat(depth)}x${close.repeat(depth)}\n`;
const blocks = (depth: number) =>
  Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}k:\n\n# between\n`).join("");
const repeated = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

const DEEP = (what: string) =>
  `SOURCE_SYNTAX: ${what} are nested more than 100 deep here. → a content file needs five or six levels: is this the file you meant?`;
const OPEN = (bracket: string, hint: string) =>
  `SOURCE_SYNTAX: The bracket ${bracket} is opened here and never closed. → ${hint}`;

describe("nesting", () => {
  test.each([
    ["brackets", brackets(100)],
    ["braces", brackets(100, "{ a: ", " }")],
    ["blocks", blocks(100)],
    ["many brackets that are closed", repeated(120, (index) => `k${index}: [b, { c: d }, []]`)],
    ["many blocks, one behind the other", repeated(120, (index) => `k${index}:\n  a:\n    - b: 1`)],
    ["many closing brackets before opening ones", `t: |\n  ${"]}".repeat(60)}\n${brackets(100)}`],
    ["dashes within text", `a: x\n  ${"y - ".repeat(101)}z\n`],
  ])("of a hundred %s is read", (_, text) => expect(readingOf(text).reports).toEqual([]));

  test.each([
    ["brackets", brackets(101), `1:104 "[" ${DEEP("Brackets")}`],
    ["braces", `b: 1\n${brackets(101, "{ a: ", " }")}`, `2:504 "{" ${DEEP("Brackets")}`],
    ["blocks", blocks(102), `301:101 "k" ${DEEP("Blocks")}`],
    ["dashes", `a:\n ${"- ".repeat(101)}x\n`, `2:2 "-" ${DEEP("Blocks")}`],
    ["dashes with more blanks", `a:\n${"-   ".repeat(100)}x\n`, `2:1 "-" ${DEEP("Blocks")}`],
    ["question marks", `${"? ".repeat(101)}x\n`, `1:1 "?" ${DEEP("Blocks")}`],
    ["lists in blocks", `${blocks(60)}${" ".repeat(60)}${"- ".repeat(41)}x\n`, `181:61 "-" ${DEEP("Blocks")}`],
    ["brackets behind closed ones", `t: ]]}}\nb: { }\n${brackets(101)}`, `3:104 "[" ${DEEP("Brackets")}`],
  ])("of more than a hundred %s is reported where it is too deep", (_, text, report) => {
    expect(readingOf(text)).toEqual({ data: undefined, reports: [report] });
  });

  test("of brackets that are never closed is reported as just that, the first of them", () => {
    const all = "add the closing ], or put quotes around the whole text if the bracket belongs to it";
    const below = "take it out if the lines below belong to it, or else add the closing [".replace("[", "]");
    expect(readingOf(`a: ${"[".repeat(101)}x\nb: [c\n`).reports).toEqual([`1:104 "[x" ${OPEN("[", all)}`]);
    expect(readingOf(`a: ${"[".repeat(101)}\n`).reports).toEqual([`1:104 "[" ${OPEN("[", below)}`]);
    expect(readingOf(repeated(101, () => "a: [b")).reports).toEqual([`1:4 "[b" ${OPEN("[", all)}`]);
  });
});

describe("no more than twenty are reported", () => {
  test.each([
    ["keys that are there twice", (index: number) => `k${index}: { a: 1, a: 2 }`],
    ["comments that cut off a text", (index: number) => `k${index}: x #${index}`],
    ["dashes without a space", (index: number) => `k${index}:\n  -a\n  -b`],
  ])("%s", (_, line) => {
    expect(readingOf(repeated(25, line)).reports).toHaveLength(20);
    expect(readingOf(repeated(20, line)).reports).toHaveLength(20);
    expect(readingOf(repeated(19, line)).reports).toHaveLength(19);
  });

  test("a pasted block in a long file is one report", () => {
    const text = `${repeated(30, (index) => `k${index}: 1`)}${repeated(30, (index) => `k${index}: 1`)}`;
    expect(readingOf(text).reports.map((report) => report.split(": ")[0])).toEqual(['31:1 "k0" SOURCE_DUPLICATE_KEY']);
  });
});

test("of mistakes of syntax the first is reported, and nothing that is read behind it", () => {
  const reports = readingOf("a: x #1\nb: @c\nd: @e\nf: 1\nf: 2\n").reports;
  expect(reports.map((report) => report.split(" ")[0])).toEqual(["2:4"]);
});
