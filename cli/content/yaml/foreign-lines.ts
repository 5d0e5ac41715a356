// Lines that are not YAML at all: marks of a version control system, Markdown fences.
import { type At, atLine, type ExplainedError } from "./explained-error.ts";
import { wholeLine } from "./yaml-lines.ts";

const CONFLICT = /^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/;

/** Explains a single conflict mark that was forgotten after resolving by hand. */
export function explainLeftover({ source, explain }: At): ExplainedError | undefined {
  if (!CONFLICT.test(source)) return undefined;
  const message = "This line is left from merging the changes of two people.";
  return explain("SOURCE_SYNTAX", message, "take it out", { column: 1, length: source.length });
}

const FOREIGN_COMMENT = /^\s*(?:\/\/|\/\*|<!--)\s*(.*?)\s*(?:\*\/|-->)?\s*$/;

/** Explains comments of other languages. */
export function explainForeignComment({ source, explain }: At): ExplainedError | undefined {
  const [, text = ""] = FOREIGN_COMMENT.exec(source) ?? [];
  if (text === "") return undefined;
  return explain("SOURCE_SYNTAX", "A comment begins with # in this file.", `write # ${text}`, wholeLine(source));
}

/** The first and the last line of a conflict. */
interface Conflict {
  readonly first: number;
  readonly last: number;
}

/** The first complete conflict of a text. */
export function findConflict(lines: readonly string[]): Conflict | undefined {
  const first = lines.findIndex((other) => /^<{7}(?:\s|$)/.test(other)) + 1;
  if (first === 0) return undefined;
  const middle = lines.findIndex((other, index) => index >= first && /^={7}\s*$/.test(other)) + 1;
  const last = lines.findIndex((other, index) => index >= first && /^>{7}(?:\s|$)/.test(other)) + 1;
  return middle === 0 || last < middle ? undefined : { first, last };
}

/** Reports two versions of the same lines, with marks around them. Only the authors know which one is right. */
export function reportConflict(lines: readonly string[], { first, last }: Conflict): ExplainedError {
  const { source, explain } = atLine(lines, first);
  const message = `Two versions of the same lines begin here and end in line ${last}: two people changed them at the same time.`;
  const hint = `keep the lines above or those below "=======", and take out the rest, with the lines of ${"<".repeat(7)}, ${"=".repeat(7)} and ${">".repeat(7)}`;
  return explain("SOURCE_SYNTAX", message, hint, { length: source.length });
}

/** Explains a conflict that begins at the line or above it. */
export function explainConflict({ lines, line }: At): ExplainedError | undefined {
  const conflict = findConflict(lines);
  return conflict && conflict.first <= line ? reportConflict(lines, conflict) : undefined;
}

/** Explains ``` around YAML that was copied from a chat or a manual. */
export function explainFence({ lines, line }: At): ExplainedError | undefined {
  const first = lines.findIndex((other) => /^\s*(?:```|~~~)\s*\w*\s*$/.test(other)) + 1;
  if (first === 0 || first > line) return undefined;
  const { source, explain } = atLine(lines, first);
  const message = "This mark belongs around a text in a chat or a manual, not in the file.";
  return explain("SOURCE_SYNTAX", message, "take the line out", wholeLine(source));
}
