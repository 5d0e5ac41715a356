// Texts that begin with a character that has a meaning in YAML.
import { type At, atLine, type ExplainedError, QUOTE_ALL } from "./explained-error.ts";
import { contentOfLine, isBlank, valueIn } from "./yaml-lines.ts";

/** Explains `[Draft] area: Downtown`. */
export function explainMarkedKey({ source, explain }: At): ExplainedError | undefined {
  const { column, text } = valueIn(source);
  const [, mark, field] = /^([[{][^\]}]*[\]}]+)\s+([\w-]+:(?:\s.*)?)$/.exec(text) ?? [];
  if (mark === undefined || column !== contentOfLine(source) + 1) return undefined;
  const message = `A line begins with the name of its field, and not with ${mark}.`;
  return explain("SOURCE_SYNTAX", message, `write ${field}`, { column, length: mark.length });
}

/** Explains a text, from `column` to the end of its line, that begins with a special character of YAML. */
export function explainReserved({ source, column, explain }: At): ExplainedError {
  const text = source.slice(column - 1).trimEnd();
  const message = `Text cannot begin with "${text[0]}" here: YAML keeps it for itself.`;
  const isItem = /^\* /.test(text) && isBlank(source.slice(0, column - 1));
  const hint = isItem ? `if it is an item of a list, begin it with a hyphen: - ${text.slice(2)}` : QUOTE_ALL;
  return explain("SOURCE_SPECIAL_CHARACTER", message, hint, { length: text.length });
}

/** Explains `? ` in front of a text that has a colon in it. */
export const explainQuestionMark = (at: At): ExplainedError | undefined =>
  at.source.slice(at.column - 1).startsWith("? ") ? explainReserved(at) : undefined;

/** Explains the value of a line that begins with a special character. */
export function explainReservedValue({ lines, line, source }: At): ExplainedError | undefined {
  const { column, text } = valueIn(source);
  return /^[*&!{}[\]|>%@`]/.test(text) ? explainReserved(atLine(lines, line, column)) : undefined;
}

/** Explains `list: - one`. */
export function explainListOnKeyLine({ source, explain }: At): ExplainedError | undefined {
  const { column, text } = valueIn(source);
  if (!text.startsWith("-")) return undefined;
  const hint = `begin a list on the next line, two spaces in; ${QUOTE_ALL} if it is one`;
  const message = "A list cannot begin on the line of its key.";
  return explain("SOURCE_SYNTAX", message, hint, { column, length: text.length });
}
