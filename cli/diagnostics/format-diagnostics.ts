// Diagnostics as text for the terminal: each one, and the report of all.
import type { Diagnostic } from "./diagnostic.ts";

/** One diagnostic for the terminal: position and code, message, frame, hint. */
export function formatDiagnostic({ code, severity, message, file, line, column, hint, frame }: Diagnostic): string {
  const place = file === undefined ? "" : `${[file, line, column].filter((part) => part !== undefined).join(":")}  `;
  const rows = [`${place}${code}${severity === "warning" ? " (warning)" : ""}`, `  ${message}`];
  if (frame) rows.push(...frame.split("\n").map((row) => `  ${row}`.trimEnd()));
  if (hint) rows.push(`  hint: ${hint}`);
  return rows.join("\n");
}

/** All diagnostics, separated by empty lines, and their number. */
export function formatReport(diagnostics: readonly Diagnostic[]): string {
  if (diagnostics.length === 0) return "";
  return `${formatDiagnostics(diagnostics)}\n\n${totalOf(diagnostics)}`;
}

/** Separated by empty lines. A problem that is in many places is written once, with a table of the places by file. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const kind = [diagnostic.code, diagnostic.message, diagnostic.hint].join("\0");
    const group = groups.get(kind) ?? [];
    groups.set(kind, group);
    group.push(diagnostic);
  }
  const tables = new Map<Diagnostic | undefined, readonly Diagnostic[]>();
  for (const group of groups.values()) if (group.length > MOST_ALIKE) tables.set(group[0], group);
  const inTables = new Set([...tables.values()].flat());
  return diagnostics
    .filter((diagnostic) => tables.has(diagnostic) || !inTables.has(diagnostic))
    .map((diagnostic) => formatTable(tables.get(diagnostic)) ?? formatDiagnostic(diagnostic))
    .join("\n\n");
}

/** More diagnostics of one kind than this become a table. */
const MOST_ALIKE = 3;

function formatTable(alike: readonly Diagnostic[] | undefined): string | undefined {
  const [first] = alike ?? [];
  if (!alike || !first) return undefined;
  const files = [...new Set(alike.map(({ file = "" }) => file))];
  const where = `${alike.length} places in ${files.length === 1 ? "one file" : `${files.length} files`}`;
  const rows = files.flatMap((file) => [
    `  ${file}`,
    ...alike.filter((each) => (each.file ?? "") === file).map(formatPlace),
  ]);
  const { code, severity, message, hint } = first;
  const head = { code, severity, message: `${message} (${where})`, hint };
  return [formatDiagnostic(head), ...rows].join("\n");
}

/** A place of a file and what is there, on one line. */
function formatPlace({ line, column, frame = "" }: Diagnostic): string {
  const [, source = ""] = /^> +\d+ \| ?(.*)$/m.exec(frame) ?? [];
  const place = [line, column].filter((part) => part !== undefined).join(":");
  return `  ${place.padStart(7)}  ${source.trim()}`.trimEnd();
}

/** "2 problems, 1 warning"; "" for no diagnostics. */
export function totalOf(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  return [count(errors, "problem"), count(warnings, "warning")].filter(Boolean).join(", ");
}

const count = (number: number, noun: string) => (number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`);
