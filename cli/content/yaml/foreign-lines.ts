// Lines that are not YAML at all: marks of a version control system, Markdown fences.
import type { At, ExplainedError } from "./explained-error.ts";
import { lineAt } from "./yaml-lines.ts";

const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/;

/** At the line in question, or at the nearest above it that a conflict left. */
export function explainForeignLine(at: At): ExplainedError | undefined {
  return explainConflict(at) ?? explainFence(at) ?? explainLeftover(at) ?? explainComment(at);
}

/** A single conflict mark that was left after resolving by hand. */
function explainLeftover({ lines, line, explain }: At): ExplainedError | undefined {
  const source = lineAt(lines, line);
  if (!CONFLICT.test(source)) return undefined;
  const message = "This line is left from merging the changes of two people.";
  const place = { line, column: 1, length: source.length };
  return explain("SOURCE_SYNTAX", message, "take it out", place);
}

const FOREIGN_COMMENT = /^(\s*)(?:\/\/|\/\*|<!--)\s*(.*?)\s*(?:\*\/|-->)?\s*$/;

/** Comments of other languages. */
function explainComment({ lines, line, explain }: At): ExplainedError | undefined {
  const source = lineAt(lines, line);
  const [, indent = "", words = ""] = FOREIGN_COMMENT.exec(source) ?? [];
  if (words === "") return undefined;
  const place = { line, column: indent.length + 1, length: source.trim().length };
  return explain("SOURCE_SYNTAX", "A comment begins with # in this file.", `write # ${words}`, place);
}

/** The numbers of the three lines around the two versions. */
export interface Conflict {
  readonly first: number;
  readonly middle: number;
  readonly last: number;
}

/** The first whole conflict of a text. */
export function findConflict(lines: readonly string[]): Conflict | undefined {
  const first = lines.findIndex((other) => /^<{7}(?:\s|$)/.test(other)) + 1;
  if (first === 0) return undefined;
  const middle = lines.findIndex((other, index) => index >= first && /^={7}\s*$/.test(other)) + 1;
  const last = lines.findIndex((other, index) => index >= first && /^>{7}(?:\s|$)/.test(other)) + 1;
  return middle === 0 || last < middle ? undefined : { first, middle, last };
}

export const conflictMessage = ({ last }: Conflict): string =>
  `Two versions of the same lines begin here and end in line ${last}: two people changed them at the same time.`;

export const CONFLICT_HINT = `keep the lines above or those below "=======", and take out the rest, with the lines of ${"<".repeat(7)}, ${"=".repeat(7)} and ${">".repeat(7)}`;

/** Two versions of the same lines, with marks around them. Only the authors know which one is right. */
function explainConflict({ lines, line, explain }: At): ExplainedError | undefined {
  const conflict = findConflict(lines);
  if (conflict === undefined || conflict.first > line) return undefined;
  const { first } = conflict;
  const place = { line: first, column: 1, length: lineAt(lines, first).length };
  return explain("SOURCE_SYNTAX", conflictMessage(conflict), CONFLICT_HINT, place);
}

/** ``` around YAML that was copied from a chat or a manual. */
function explainFence({ lines, line, explain }: At): ExplainedError | undefined {
  const first = lines.findIndex((other) => /^\s*(?:```|~~~)\s*\w*\s*$/.test(other)) + 1;
  if (first === 0 || first > line) return undefined;
  const source = lineAt(lines, first);
  const column = source.search(/\S/) + 1;
  const message = "This mark belongs around a text in a chat or a manual, not in the file.";
  return explain("SOURCE_SYNTAX", message, "take the line out", { line: first, column, length: source.trim().length });
}
