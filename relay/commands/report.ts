// How commands speak: results on standard output, problems on standard error; with --json one document on standard output.
import { once } from "node:events";
import type { Problem } from "../service/protocol.ts";
import { type Pause, pausedMails } from "../store/pause.ts";

export interface CommandDiagnostic {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint: string | null;
}

export const errorOf = ({ code, message, hint }: Problem): CommandDiagnostic => ({
  code,
  severity: "error",
  message,
  hint,
});

/** `{ ok, ...result, diagnostics }`. */
export function printDocument(ok: boolean, result: object, diagnostics: readonly CommandDiagnostic[] = []): void {
  process.stdout.write(`${JSON.stringify({ ok, ...result, diagnostics }, null, 2)}\n`);
}

export function printDiagnostics(diagnostics: readonly CommandDiagnostic[]): void {
  for (const { code, message, hint } of diagnostics)
    process.stderr.write(`${code}\n  ${message}\n${hint === null ? "" : `  hint: ${hint}\n`}`);
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Waits where the reader is slower than the store. */
export async function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, "drain");
}

/** What a terminal may show of what a visitor typed: no control characters, no direction tricks. */
export const visible = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");

/** Columns as wide as their longest cell, two blanks between them. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join("  ")
      .trimEnd();
  return rows.map(line).join("\n");
}

/** One line for each pause of the running relay. */
export const pauseLines = (pauses: readonly Pause[]): string[] =>
  pauses.map(
    ({ cause, until, ...mails }) =>
      `Paused until ${timeOf(until)}: ${visible(pausedMails(mails))} (the mail server ${cause === "away" ? "is away" : "refuses them"})`,
  );

/** "2026-03-14 12:00:07 UTC" */
export const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;
