// Nesting so deep that a parser would overflow its stack: reported before the text is parsed.

import { explainBracket, scanBrackets } from "./explain-brackets.ts";
import { atLine, type ExplainedError } from "./explained-error.ts";
import { hasContent, indentOf } from "./yaml-lines.ts";

/** Brackets in brackets, or blocks in blocks. Content needs only a few. */
export const MAX_DEPTH = 100;

/** undefined if nothing is nested deeper than the limit. Quotes are ignored: a hundred open brackets in quotes are unlikely. */
export function findDeepNesting(lines: readonly string[]): ExplainedError | undefined {
  const deep = deepBracket(lines) ?? deepBlock(lines);
  if (deep === undefined) return undefined;
  const [unclosed] = deep.isBracket ? scanBrackets(lines) : [];
  return unclosed ? explainBracket(lines, unclosed) : reportDeep(lines, deep);
}

interface Deep {
  readonly line: number;
  readonly column: number;
  readonly isBracket: boolean;
}

function deepBracket(lines: readonly string[]): Deep | undefined {
  let depth = 0;
  for (const [index, source] of lines.entries()) {
    for (let at = 0; at < source.length; at++) {
      const mark = source[at];
      if (mark === "[" || mark === "{") depth++;
      else if ((mark === "]" || mark === "}") && depth > 0) depth--;
      if (depth > MAX_DEPTH) return { line: index + 1, column: at + 1, isBracket: true };
    }
  }
  return undefined;
}

/** `- - - -`, or a hundred levels of indentation. */
function deepBlock(lines: readonly string[]): Deep | undefined {
  const levels: number[] = [];
  for (const [index, source] of lines.entries()) {
    if (!hasContent(source)) continue;
    const indent = indentOf(source);
    while ((levels.at(-1) ?? -1) >= indent) levels.pop();
    levels.push(indent);
    const marks = /^(?:[-?:] +)+/.exec(source.slice(indent, indent + MAX_MARKS))?.[0] ?? "";
    for (const mark of marks.matchAll(/ +/g)) levels.push(indent + mark.index + mark[0].length);
    if (levels.length > MAX_DEPTH) return { line: index + 1, column: indent + 1, isBracket: false };
  }
  return undefined;
}

/** A line of ours never begins with more dashes and spaces than this. */
const MAX_MARKS = 1_000;

function reportDeep(lines: readonly string[], { line, column, isBracket }: Deep): ExplainedError {
  const what = isBracket ? "Brackets" : "Blocks";
  const message = `${what} are nested more than ${MAX_DEPTH} deep here.`;
  const hint = "a content file needs five or six levels: is this the file you meant?";
  return atLine(lines, line, column).explain("SOURCE_SYNTAX", message, hint);
}
