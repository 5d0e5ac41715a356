import type { Diagnostic } from "./diagnostic.ts";

/** One diagnostic for the terminal: position and code, message, frame, hint. */
export function formatDiagnostic({ code, severity, message, file, line, column, hint, frame }: Diagnostic): string {
  const place = file === undefined ? "" : `${[file, line, column].filter((part) => part !== undefined).join(":")}  `;
  const rows = [`${place}${code}${severity === "warning" ? " (warning)" : ""}`, `  ${message}`];
  if (frame) rows.push(...frame.split("\n").map((row) => `  ${row}`.trimEnd()));
  if (hint) rows.push(`  hint: ${hint}`);
  return rows.join("\n");
}

/** All of them, separated by empty lines, and their number. */
export function formatReport(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return "";
  return `${formatDiagnostics(diagnostics)}\n\n${totalOf(diagnostics)}`;
}

/** Separated by empty lines. */
export const formatDiagnostics = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics.map(formatDiagnostic).join("\n\n");

/** "2 problems, 1 warning"; "" where there is none. */
export function totalOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  return [count(errors, "problem"), count(warnings, "warning")].filter(Boolean).join(", ");
}

const count = (number: number, noun: string) => (number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`);
