import { expect, test } from "vitest";
import { type Diagnostic, isRepeated, sortDiagnostics } from "../../../../cli/diagnostics/diagnostic.ts";
import { formatReport } from "../../../../cli/diagnostics/report.ts";

const at = (line: number, column: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  code: "CONTENT_UNKNOWN_KEY",
  severity: "error",
  message: "Something is wrong.",
  file: "content/a.yaml",
  line,
  column,
  ...more,
});

test("a report gives place, code, message, frame and hint, and counts", () => {
  const full = at(2, 3, { hint: "do this", frame: "> 2 | x\n    | ^" });
  const warning = at(4, 1, { severity: "warning", code: "SOURCE_COMMENT" });
  expect(formatReport([full, warning, { ...at(1, 1), file: undefined, line: undefined, column: undefined }])).toBe(
    [
      "content/a.yaml:2:3  CONTENT_UNKNOWN_KEY",
      "  Something is wrong.",
      "  > 2 | x",
      "      | ^",
      "  hint: do this",
      "",
      "content/a.yaml:4:1  SOURCE_COMMENT (warning)",
      "  Something is wrong.",
      "",
      "CONTENT_UNKNOWN_KEY",
      "  Something is wrong.",
      "",
      "2 problems, 1 warning",
    ].join("\n"),
  );
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
