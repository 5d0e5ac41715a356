import { parseSource } from "../../../cli/content/sources/parse-source.ts";
import type { SourceFile } from "../../../cli/content/sources/read-source.ts";
import { type Diagnostic, sortDiagnostics } from "../../../cli/diagnostics/diagnostic.ts";

/** A source that no file holds. */
export const sourceOf = (text: string, format: SourceFile["format"] = "yaml"): SourceFile => {
  const file = format === "yaml" ? "content/pages/example.yaml" : "content/legal/example.md";
  return { path: `/nowhere/${file}`, file, collection: "pages", slug: "example", variant: undefined, format, text };
};

/** What a text is read as; each report as `2:4 "marked" CODE: message → hint`. */
export function readingOf(text: string, format: SourceFile["format"] = "yaml") {
  const { data, diagnostics } = parseSource(sourceOf(text, format));
  const lines = text.split(/\r?\n/);
  return { data, reports: sortDiagnostics(diagnostics).map((each) => reportOf(each, lines)) };
}

function reportOf({ code, severity, line = 0, column = 0, message, hint, frame }: Diagnostic, lines: string[]): string {
  const length = frame?.match(/\^+/)?.[0].length ?? 0;
  const marked = JSON.stringify(lines[line - 1]?.slice(column - 1, column - 1 + length));
  return `${line}:${column} ${marked} ${code}${severity === "warning" ? " (warning)" : ""}: ${message} → ${hint}`;
}
