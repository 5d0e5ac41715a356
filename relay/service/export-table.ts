// Submissions as a table that spreadsheet programs open: RFC 4180, UTF-8.

import { pipeline } from "node:stream/promises";
import type { FormsDefinition } from "../contract.ts";
import type { ShownField } from "../requests/shown-fields.ts";
import { FIELD_NAMES } from "../requests/submission.ts";
import type { StoredSubmission } from "../store/operations/look-up.ts";
import { CommandError } from "./protocol.ts";

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
  submissions: AsyncIterable<StoredSubmission & WithShownFields>,
  sink: NodeJS.WritableStream,
  { bom = false, end = true },
): Promise<number> {
  const names = new Set(columns.map(({ name }) => name));
  let rows = 0;
  async function* table() {
    yield (bom ? "\ufeff" : "") + csvHeader(columns);
    for await (const item of submissions) {
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
    // A reader that closes early has read enough.
    if (!["EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].includes(error.code)) throw error;
  });
  return rows;
}

/** "Dietary needs (dietaryNeeds)" for what forms ask of their own. */
const csvHeader = (columns: Columns): string =>
  csvLine([...CSV_COLUMNS, ...columns.map(({ name, label }) => (label === name ? name : `${label} (${name})`))]);

function csvRow(
  { reference, receivedAt, form, submission, entries, erasedAt, shown }: StoredSubmission & WithShownFields,
  columns: Columns,
): string {
  const answers = new Map(shown.map(({ name, text }) => [name, text]));
  const statesOf = (kind: string) => [...new Set(entries.filter((one) => one.kind === kind).map(({ state }) => state))];
  return csvLine([
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

const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** What spreadsheet programs take for a formula, full-width forms and what is skipped before it included. */
const FORMULA = /^[\s\p{Cf}\0]*[=+\-@|%\t\r＝＋－＠]/u;

/** A text that a program would run as a formula begins with an apostrophe, which shows it as text. */
function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n\t']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What a submission says, as people read it; empty once it was erased. */
export interface WithShownFields {
  readonly shown: readonly ShownField[];
}

type AnswerColumns = Awaited<ReturnType<typeof answerColumns>>;

/**
 * What submissions say beyond the fields of the contract: each name that occurs in them with a label that it has, in the order of the forms, and
 * behind them, by name, what no form asks. `newest`: the id of the newest of them; null where there are none.
 */
export async function answerColumns(submissions: AsyncIterable<StoredSubmission>, { forms }: FormsDefinition) {
  const labels = new Map<string, string>();
  let newest: string | null = null;
  for await (const { id, submission } of submissions) {
    newest ??= id;
    for (const { name, label } of submission?.answers ?? []) if (!labels.has(name)) labels.set(name, label);
  }
  const fields = Object.values(forms).flatMap(({ fields }) => fields);
  const declared = new Map(fields.filter(({ name }) => labels.has(name)).map(({ name, label }) => [name, label]));
  const others = [...labels].filter(([name]) => !declared.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  return { columns: [...declared, ...others].map(([name, label]) => ({ name, label })), newest };
}
