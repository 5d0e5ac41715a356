// Submissions as a table that spreadsheet programs open: RFC 4180, UTF-8.
import { FIELD_LIMITS, type FieldName } from "../contract.ts";
import type { StoredSubmission } from "../outbox/outbox.ts";

const FIELDS = Object.keys(FIELD_LIMITS) as FieldName[];

export const CSV_COLUMNS = [
  "reference",
  "receivedAt",
  "form",
  ...FIELDS,
  "page",
  "suspicion",
  "team",
  "acknowledgement",
  "erasedAt",
] as const;

export const csvHeader = (): string => rowOf(CSV_COLUMNS);

export function csvRow({ reference, receivedAt, form, submission, entries, erasedAt }: StoredSubmission): string {
  const statesOf = (kind: string) => [...new Set(entries.filter((one) => one.kind === kind).map(({ state }) => state))];
  return rowOf([
    reference,
    new Date(receivedAt).toISOString(),
    form,
    ...FIELDS.map((name) => submission?.fields[name] ?? ""),
    submission?.page ?? "",
    submission ? String(submission.suspicion.score) : "",
    statesOf("team").join(" "),
    statesOf("acknowledgement").join(" "),
    erasedAt === null ? "" : new Date(erasedAt).toISOString(),
  ]);
}

const rowOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** What spreadsheet programs take for a formula, full-width forms and what is skipped before it included. */
const FORMULA = /^[\s\p{Cf}\0]*[=+\-@|%\t\r＝＋－＠]/u;

/** A text that a program would run as a formula begins with an apostrophe, which shows it as text. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
