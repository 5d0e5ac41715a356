// Submissions as a table that spreadsheet programs open: RFC 4180, UTF-8.
import { pipeline } from "node:stream/promises";
import { FIELD_NAMES } from "../mail/submission.ts";
import type { StoredSubmission } from "../store/outbox.ts";
import { CommandError } from "./protocol.ts";
import type { AnswerColumns, Shown } from "./service.ts";

const CSV_COLUMNS = [
  "reference",
  "receivedAt",
  "form",
  ...FIELD_NAMES,
  "page",
  "suspicion",
  "team",
  "acknowledgement",
  "erasedAt",
] as const;

type Columns = AnswerColumns["columns"];

/**
 * Writes the table row by row, so that memory does not grow with it, and answers how many rows there are below its header: of each submission
 * that the columns were made for. `bom`: begins with a byte order mark, by which Excel knows UTF-8.
 */
export async function writeTable(
  { columns, newest }: AnswerColumns,
  found: AsyncIterable<StoredSubmission & Shown>,
  sink: NodeJS.WritableStream,
  { bom = false, end = true },
): Promise<number> {
  const names = new Set(columns.map(({ name }) => name));
  let rows = 0;
  async function* table() {
    yield (bom ? "\ufeff" : "") + csvHeader(columns);
    for await (const item of found) {
      // What came since is for the next export.
      if (newest === null || item.id > newest) continue;
      // A relay whose clock is behind may have added one among the older ones.
      if (item.submission?.answers.some(({ name }) => !names.has(name)))
        throw new CommandError("OUTPUT_FAILED", "A request with new fields came during the export.", {
          hint: "run it again",
        });
      rows += 1;
      yield csvRow(item, columns);
    }
  }
  await pipeline(table, sink, { end }).catch((error) => {
    // A reader that goes before the end has seen what it wanted.
    if (!["EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].includes(error.code)) throw error;
  });
  return rows;
}

/** "Dietary needs (dietaryNeeds)" for what forms ask of their own. */
const csvHeader = (columns: Columns): string =>
  rowOf([...CSV_COLUMNS, ...columns.map(({ name, label }) => (label === name ? name : `${label} (${name})`))]);

function csvRow(
  { reference, receivedAt, form, submission, entries, erasedAt, shown }: StoredSubmission & Shown,
  columns: Columns,
): string {
  const answers = new Map(shown.map(({ name, text }) => [name, text]));
  const statesOf = (kind: string) => [...new Set(entries.filter((one) => one.kind === kind).map(({ state }) => state))];
  return rowOf([
    reference,
    new Date(receivedAt).toISOString(),
    form,
    ...FIELD_NAMES.map((name) => submission?.fields[name] ?? ""),
    submission?.page ?? "",
    submission ? String(submission.suspicion.score) : "",
    statesOf("team").join(" "),
    statesOf("acknowledgement").join(" "),
    erasedAt === null ? "" : new Date(erasedAt).toISOString(),
    ...columns.map(({ name }) => answers.get(name) ?? ""),
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
