// A line that fits no block: where it was probably meant to be, found from the lines above it.

import { explainGluedDash, explainLostDash, explainMissingFirstDash } from "./explain-lost-dash.ts";
import type { Explain, ExplainedError } from "./explained-error.ts";
import {
  BLOCK_MARK,
  contentOf,
  indentOf,
  isBlank,
  KEY_LINE,
  lineAbove,
  lineAt,
  replaceLine,
  shiftBlock,
} from "./yaml-lines.ts";

export function explainIndentation(lines: readonly string[], line: number, explain: Explain): ExplainedError {
  const earlier =
    explainCutText(lines, line, explain) ??
    explainGluedDash(lines, line, explain) ??
    explainGluedDash(lines, lineAbove(lines, line), explain) ??
    explainLostDash(lines, line, explain) ??
    explainMissingFirstDash(lines, line, explain);
  if (earlier) return earlier;
  const indent = indentOf(lineAt(lines, line));
  const meant = meantIndent(lines, line);
  const wanted = meant?.indent ?? 0;
  const where = wanted === 0 ? "at the start of the line" : spaces(wanted);
  const hint = meant ? `line it up with ${meant.like}: ${where}` : "begin it at the start of the line";
  const found = indent === 0 ? "not indented" : `indented by ${spaces(indent)}`;
  const corrected = shiftBlock(lines, line, wanted - indent);
  const place = { line, column: indent + 1, corrected, isGuess: true };
  return explain("SOURCE_INDENTATION", `This line is ${found}; that fits no block above it.`, hint, place);
}

/** A line in the columns of a text that ended above it at a #: the text was meant to continue. */
export function explainCutText(lines: readonly string[], line: number, explain: Explain): ExplainedError | undefined {
  const above = lineAbove(lines, line);
  const source = lineAt(lines, above);
  const hash = source.search(/#(?<=\S\s+#)/) + 1;
  if (hash === 0 || KEY_LINE.test(lineAt(lines, line)) || BLOCK_MARK.test(source)) return undefined;
  const message = "Everything from this # on is a comment and does not appear on the site.";
  const hint = "put quotes around the whole text if the # belongs to it; put a comment on a line of its own";
  const corrected = replaceLine(lines, above, `${source.slice(0, hash - 1)}x${source.slice(hash)}`);
  const place = { line: above, column: hash, length: source.trimEnd().length - hash + 1, corrected };
  return explain("SOURCE_COMMENT", message, hint, place);
}

const spaces = (count: number) => `${count} ${count === 1 ? "space" : "spaces"}`;

/** The nearest indentation of the blocks around a line, with the words of the line that has it. */
function meantIndent(lines: readonly string[], line: number): { indent: number; like: string } | undefined {
  const own = indentOf(lineAt(lines, line));
  const isItem = /^\s*-(?:\s|$)/.test(lineAt(lines, line));
  const found: { indent: number; like: string }[] = [];
  let bound = Number.POSITIVE_INFINITY;
  for (let above = line - 1; above > 0; above--) {
    const source = lineAt(lines, above);
    const dash = indentOf(source);
    if (isBlank(source) || source[dash] === "#" || dash >= bound) continue;
    const content = contentOf(source);
    const hasDash = content > dash;
    const words = /^[^:]{1,30}/.exec(source.slice(content))?.[0].trim() ?? "";
    const like = `"${isItem && hasDash ? "- " : ""}${words}" on line ${above}`;
    if (!isItem || hasDash) found.push({ indent: isItem ? dash : content, like });
    bound = dash;
  }
  const others = found.filter(({ indent }) => indent !== own);
  return others.sort((a, b) => Math.abs(a.indent - own) - Math.abs(b.indent - own) || b.indent - a.indent)[0];
}
