// Finds nesting that is too deep for parsers.

import { explainBracket, scanBrackets } from "./explain-brackets.ts";
import { type At, atLine, type ExplainedError } from "./explained-error.ts";
import { MAX_DEPTH } from "./parse-nodes.ts";
import { hasContent, indentOf } from "./yaml-lines.ts";

/** undefined if nothing is nested too deep. Quotation marks are ignored: a hundred open brackets in a text are unlikely. */
export function findDeepNesting(lines: readonly string[]): ExplainedError | undefined {
  const bracket = deepBracket(lines);
  const [unclosed] = bracket ? scanBrackets(lines) : [];
  if (unclosed) return explainBracket(lines, unclosed);
  const deep = bracket ?? deepBlock(lines);
  if (!deep) return undefined;
  const message = `${bracket ? "Brackets" : "Blocks"} are nested more than ${MAX_DEPTH} deep here.`;
  const hint = "a content file needs five or six levels: is this the file you meant?";
  return deep.explain("SOURCE_SYNTAX", message, hint);
}

function deepBracket(lines: readonly string[]): At | undefined {
  let depth = 0;
  for (const [index, source] of lines.entries()) {
    for (const { index: at, 0: mark } of source.matchAll(/[[\]{}]/g)) {
      if (mark === "[" || mark === "{") depth++;
      else if (depth > 0) depth--;
      if (depth > MAX_DEPTH) return atLine(lines, index + 1, at + 1);
    }
  }
  return undefined;
}

/** Finds `- - - -`, or a hundred levels of indentation. */
function deepBlock(lines: readonly string[]): At | undefined {
  const levels: number[] = [];
  for (const [index, source] of lines.entries()) {
    if (!hasContent(source)) continue;
    const indent = indentOf(source);
    while ((levels.at(-1) ?? -1) >= indent) levels.pop();
    levels.push(indent);
    const [, marks = ""] = /^\s*((?:[-?:] +){0,100})/.exec(source) ?? [];
    for (const mark of marks.matchAll(/ +/g)) levels.push(indent + mark.index + mark[0].length);
    if (levels.length > MAX_DEPTH) return atLine(lines, index + 1, indent + 1);
  }
  return undefined;
}
