// A text of several lines that YAML does not read as one text: it is not indented, or has a colon or a # in it.

import { type At, atLine, type ExplainedError } from "./explained-error.ts";
import {
  BLOCK_MARK,
  BULLET,
  contentOfLine,
  indentOf,
  isBlank,
  KEY_LINE,
  keyOfLine,
  lineAt,
  spaces,
  valueIn,
} from "./yaml-lines.ts";

/** Whether a line has at least three words and is no field, item or comment. */
const isProse = (line: string): boolean =>
  WORDS.test(line) && !KEY_LINE.test(line) && !GLUED_KEY.test(line) && !BULLET.test(line.trim());

const WORDS = /^\s*[\p{L}\p{N}("“‘]\S*(?:\s+\S+){2}/u;
const GLUED_KEY = /^\s*[\w-]+:(?!\/\/)/;

/** Explains a line of such a text. Other rules explain a single line that only needs indentation. */
export function explainTextLines({ lines, line, source }: At): ExplainedError | undefined {
  if (!isProse(source)) return undefined;
  let above = line - 1;
  while (isProse(lineAt(lines, above)) || (above > 0 && isBlank(lineAt(lines, above)))) above--;
  const owner = lineAt(lines, above);
  const key = keyOfLine(owner);
  if (key === undefined || BLOCK_MARK.test(owner) || !/^(?:$|[\p{L}\p{N}(“‘])/u.test(valueIn(owner).text))
    return undefined;
  const first = lines.findIndex((other, index) => index >= above && isProse(other)) + 1;
  let end = first;
  for (
    let next = first + 1;
    isProse(lineAt(lines, next)) || (next <= lines.length && isBlank(lineAt(lines, next)));
    next++
  )
    if (isProse(lineAt(lines, next))) end = next;
  const text = lines.slice(first - 1, end);
  const isSimple = text.length === 1 || text.every((each) => isBlank(each) || indentOf(each) > contentOfLine(owner));
  if (isSimple && !text.some((each) => /:\s|\s#/.test(each))) return undefined;
  const message = `The text of "${key}" goes on here, and YAML does not read these lines as one text.`;
  const indent = spaces(contentOfLine(owner) + 2);
  const hint = `write "${key}: >-", put the whole text below it, and indent each line of it by ${indent}`;
  const place = { column: indentOf(lineAt(lines, first)) + 1, length: lineAt(lines, first).trim().length };
  return atLine(lines, first).explain("SOURCE_INDENTATION", message, hint, place);
}
