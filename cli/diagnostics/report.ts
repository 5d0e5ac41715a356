// A diagnostic as people read it: its lines in the file, and the report of all of them.
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

/** Separated by empty lines. What is the same in many places is written out at the first of them, with a line for each of the others. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const kind = [diagnostic.code, diagnostic.message, diagnostic.hint].join("\0");
    const group = groups.get(kind) ?? [];
    groups.set(kind, group);
    group.push(diagnostic);
  }
  const listedBelow = new Map<Diagnostic, readonly Diagnostic[]>();
  for (const [first, ...others] of groups.values())
    if (first && others.length >= MOST_ALIKE) listedBelow.set(first, others);
  const listed = new Set([...listedBelow.values()].flat());
  return diagnostics
    .filter((diagnostic) => !listed.has(diagnostic))
    .map((diagnostic) => formatAlike(diagnostic, listedBelow.get(diagnostic) ?? []))
    .join("\n\n");
}

function formatAlike(first: Diagnostic, others: readonly Diagnostic[]): string {
  const rows = others.length === 0 ? [] : [`  and in ${others.length} other places:`, ...others.map(formatPlace)];
  return [formatDiagnostic(first), ...rows].join("\n");
}

/** More of one kind than these are a list. */
const MOST_ALIKE = 3;

/** A place and what is there, on one line. */
function formatPlace({ file = "", line, column, frame = "" }: Diagnostic): string {
  const [, source = ""] = /^> +\d+ \| ?(.*)$/m.exec(frame) ?? [];
  return `  ${[file, line, column].filter((part) => part !== undefined).join(":")}  ${source.trim()}`.trimEnd();
}

/** "2 problems, 1 warning"; "" where there is none. */
export function totalOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  return [count(errors, "problem"), count(warnings, "warning")].filter(Boolean).join(", ");
}

const count = (number: number, noun: string) => (number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`);
