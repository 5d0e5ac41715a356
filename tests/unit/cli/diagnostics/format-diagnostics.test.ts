import { expect, test } from "vitest";
import { codeFrame } from "../../../../cli/diagnostics/code-frame.ts";
import { type Diagnostic, isRepeated, sortDiagnostics } from "../../../../cli/diagnostics/diagnostic.ts";
import { formatReport } from "../../../../cli/diagnostics/format-diagnostics.ts";

const at = (line: number, column: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "CONTENT_UNKNOWN_KEY",
  severity: "error",
  message: "Something is wrong.",
  file: "content/a.yaml",
  line,
  column,
  ...more,
});

test("nothing to report is an empty text", () => {
  expect(formatReport([])).toBe("");
});

test("problems are sorted by file, line, column and code, and none is reported twice", () => {
  const sorted = sortDiagnostics([
    at(10, 1),
    at(2, 9),
    at(2, 1, { code: "SOURCE_TAB" }),
    at(2, 1),
    at(2, 9),
    at(1, 1, { file: "content/B.yaml" }),
  ]);
  expect(sorted.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`)).toEqual([
    "content/B.yaml:1:1 CONTENT_UNKNOWN_KEY",
    "content/a.yaml:2:1 CONTENT_UNKNOWN_KEY",
    "content/a.yaml:2:1 SOURCE_TAB",
    "content/a.yaml:2:9 CONTENT_UNKNOWN_KEY",
    "content/a.yaml:10:1 CONTENT_UNKNOWN_KEY",
  ]);
});

test("a problem is reported again at the same place, or on a line that could not be read", () => {
  expect(isRepeated(at(2, 3), [at(2, 3)])).toBe(true);
  expect(isRepeated(at(2, 9), [at(2, 3)])).toBe(false);
  expect(isRepeated(at(2, 9), [at(2, 3, { code: "SOURCE_COLON" })])).toBe(true);
  expect(isRepeated(at(3, 9), [at(2, 3, { code: "SOURCE_COLON" })])).toBe(false);
  expect(isRepeated(at(2, 9), [at(2, 3, { code: "SOURCE_COMMENT", severity: "warning" })])).toBe(false);
});

const text = "title: Home\nlead: Come in\nsections:\n  - type: hero\n";

test("shows the line, one before and one after, with a mark under the place", () => {
  expect(codeFrame(text, 2, 7, 7)).toBe(
    ["  1 | title: Home", "> 2 | lead: Come in", "    |       ^^^^^^^", "  3 | sections:"].join("\n"),
  );
});

test("has no line before the first, and leaves out an empty one behind the last", () => {
  expect(codeFrame(text, 1, 1, 5)).toBe(["> 1 | title: Home", "    | ^^^^^", "  2 | lead: Come in"].join("\n"));
  expect(codeFrame(text, 4, 5, 4)).toBe(["  3 | sections:", "> 4 |   - type: hero", "    |     ^^^^"].join("\n"));
});

test("lines up numbers of different width", () => {
  const many = Array.from({ length: 12 }, (_, index) => `key${index + 1}: x`).join("\n");
  expect(codeFrame(many, 9, 1)).toBe(["   8 | key8: x", ">  9 | key9: x", "     | ^", "  10 | key10: x"].join("\n"));
});

test("shows a tab as an arrow of one column, so that the mark is under it", () => {
  expect(codeFrame("a:\n\tb: 1", 2, 1)).toBe(["  1 | a:", "> 2 | →b: 1", "    | ^"].join("\n"));
});

test("does not show the carriage returns of Windows line ends", () => {
  expect(codeFrame(text.replaceAll("\n", "\r\n"), 2, 7, 7)).toBe(codeFrame(text, 2, 7, 7));
});

test("cuts a long line around the place, and the mark stays under it", () => {
  const long = `${"x".repeat(300)}HERE${"y".repeat(300)}`;
  const [line = "", mark = ""] = codeFrame(long, 1, 301, 4).split("\n");
  expect(line.length).toBeLessThan(120);
  expect(line.slice(mark.indexOf("^"), mark.lastIndexOf("^") + 1)).toBe("HERE");
});

test("marks at least one column, and none behind the line by more than one", () => {
  expect(codeFrame("ab", 1, 3).split("\n")[1]).toBe("    |   ^");
  expect(codeFrame("ab", 1, 99, 5).split("\n")[1]).toBe("    |   ^");
  expect(codeFrame("ab", 1, 1, 50).split("\n")[1]).toBe("    | ^^");
});

test("gives the nearest line for a place outside the text", () => {
  expect(codeFrame("a", 9, 1)).toBe("> 1 | a\n    | ^");
  expect(codeFrame("", 1, 1)).toBe("> 1 |\n    | ^");
});

test("what is the same in many places is written once, with a table of the places by file", () => {
  const at = (line: number, words: string): Diagnostic => ({
    code: "CONTENT_PLACEHOLDER",
    severity: "error",
    message: "This value is still a placeholder.",
    file: "content/site.yaml",
    line,
    column: 3,
    hint: "write the real one",
    frame: `  ${line - 1} | x\n> ${line} | ${words}\n    | ^`,
  });
  const few = formatReport([at(11, "a: b"), at(12, "c: d"), at(13, "e: f")]);
  expect(few.match(/hint: write the real one/g)).toHaveLength(3);
  const other = { ...at(7, "g: h"), file: "content/pages/a.yaml" };
  expect(formatReport([other, at(11, "a: b"), at(12, "  c: d"), at(113, "e: f")]).split("\n")).toEqual([
    "CONTENT_PLACEHOLDER",
    "  This value is still a placeholder. (4 places in 2 files)",
    "  hint: write the real one",
    "  content/pages/a.yaml",
    "      7:3  g: h",
    "  content/site.yaml",
    "     11:3  a: b",
    "     12:3  c: d",
    "    113:3  e: f",
    "",
    "4 problems",
  ]);
});
