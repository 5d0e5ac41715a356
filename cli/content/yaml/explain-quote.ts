import { type Scalar, visit } from "yaml";
import type { At, ExplainedError, ParsedText } from "./explained-error.ts";
import { contentOf, ITEM_LINE, indentOf, KEY_LINE, lineAt, lineBelow } from "./yaml-lines.ts";

/** The quoted text at or before a position, reported where it begins. */
export function explainOpenQuote({ document, lineCounter }: ParsedText, pos: number, at: At): ExplainedError {
  const { lines, explain } = at;
  let start = pos;
  visit(document, {
    Scalar(_, node) {
      if (isQuoted(node) && node.range && node.range[0] <= pos) start = node.range[0];
    },
  });
  const { line, col: column } = lineCounter.linePos(start);
  const text = lineAt(lines, line)
    .slice(column - 1)
    .trimEnd();
  const broken = explainBrokenQuote({ ...at, line }, text[0] ?? "");
  if (broken) return broken;
  const [, words = text, comment = ""] = /^(.*?)(\s+#\s*placeholder\b.*)$/i.exec(text) ?? [];
  const closed = `${words.length > 1 ? words.replace(/[“”„‘’]$/, "") : words}${text[0]}${comment}`;
  const message = `A quotation mark (${text[0]}) is opened here and not closed at the end of the text.`;
  return explain("SOURCE_QUOTE", message, `write ${closed}`, { line, column, length: text.length });
}

/** A quoted text that continues on a line without indentation. */
function explainBrokenQuote({ lines, line, explain }: At, mark: string): ExplainedError | undefined {
  const key = contentOf(lineAt(lines, line));
  const below = lineBelow(lines, line);
  const source = lineAt(lines, below);
  if (below === 0 || indentOf(source) > key || KEY_LINE.test(source) || ITEM_LINE.test(source)) return undefined;
  if (mark === "" || !source.trimEnd().endsWith(mark)) return undefined;
  const wanted = key + 2;
  const message = `The text in quotation marks of line ${line} goes on here, and this line is not indented.`;
  const place = { line: below, column: indentOf(source) + 1, length: source.trim().length };
  return explain("SOURCE_INDENTATION", message, `indent it by ${wanted} spaces`, place);
}

const isQuoted = ({ type }: Scalar): boolean => type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE";
