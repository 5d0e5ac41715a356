// What people type who write texts and no programs, as it was found by making the mistakes: each with its reports, to the letter.
import type { Diagnostic } from "../../cli/index.ts";
import { readTable } from "./read-table.ts";

/** What is done, to which file, the lines that are changed into which, and what is reported. Nothing is reported of what is valid. */
export type Mistake = readonly [what: string, path: string, from: string, to: string, reported: readonly string[]];

export const typingMistakes = readTable<Mistake>("typing-mistakes");

/** As the table has it: "line:column CODE: message → hint". */
export const reported = ({ code, severity, line, column, message, hint }: Diagnostic): string => {
  const grade = severity === "warning" ? " (warning)" : "";
  return `${line}:${column} ${code}${grade}: ${message}${hint ? ` → ${hint}` : ""}`;
};
