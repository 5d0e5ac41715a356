// How commands speak: results on standard output, problems on standard error; with --json one document on standard output.

import { timeOf } from "../clock.ts";
import { type Pause, pausedMails } from "../delivery/pause.ts";
import { type StoreError, storeHints } from "../errors.ts";
import { CommandError, type CommandProblem, type ProblemCode } from "../service/protocol.ts";
import { EXIT } from "./command-line.ts";

/** An error, unless it says that it is a warning. */
export interface CommandDiagnostic extends CommandProblem {
  readonly severity?: "warning";
}

/** `{ ok, ...result, diagnostics }`. */
export function printDocument(ok: boolean, result: object, problems: readonly CommandDiagnostic[] = []): void {
  const diagnostics = problems.map(({ code, severity = "error", message, hint }) => ({
    code,
    severity,
    message,
    hint,
  }));
  process.stdout.write(`${JSON.stringify({ ok, ...result, diagnostics }, null, 2)}\n`);
}

/** What stops a command, or went wrong besides. */
export function printProblems(json: boolean | undefined, problems: readonly CommandProblem[]): void {
  if (json) printDocument(false, {}, problems);
  for (const { code, message, hint } of json ? [] : problems)
    process.stderr.write(`${code}\n  ${message}\n${hint === null ? "" : `  hint: ${hint}\n`}`);
}

/** A command's result: with --json one document, otherwise text. What went wrong besides makes the command fail. */
export function answer(
  json: boolean | undefined,
  result: object,
  text: string,
  problems: readonly CommandProblem[] = [],
) {
  if (json) printDocument(problems.length === 0, result, problems);
  else {
    printProblems(json, problems);
    say(text);
  }
  if (problems.length > 0) process.exitCode = EXIT.failed;
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** An error of the store as one of the command; `message` without its capital and its full stop. */
export function storeProblem(error: StoreError, code: ProblemCode, message: string, hint?: string): CommandError {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return new CommandError(code, text, { hint: hint ?? storeHints[error.failure], cause: error });
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

export const pauseLines = (pauses: readonly Pause[]): string[] =>
  pauses.map((pause) => `Paused until ${timeOf(pause.until)}: ${visible(pausedMails(pause))} (${pauseReason(pause)})`);

/** The route of calls is the receiver's address. */
export const pauseReason = ({ cause, route }: Pause): string =>
  route?.includes("://")
    ? "the receiver takes no calls"
    : `the mail server ${cause === "away" ? "is away" : "refuses such mails"}`;
