// A line that fits no block: where it was probably meant to be, found from the lines above it.

import { explainGluedDash, explainLostDash, explainMissingFirstDash } from "./explain-lost-dash.ts";
import type { At, Explain, ExplainedError } from "./explained-error.ts";
import { BLOCK_MARK, contentOf, indentOf, isBlank, KEY_LINE, keyOf, lineAbove, lineAt, spaces } from "./yaml-lines.ts";

export function explainIndentation(at: At): ExplainedError {
  const { lines, line, explain } = at;
  const earlier =
    explainCutText(at) ??
    explainLostSections(at) ??
    explainPictureName(at) ??
    explainGluedDash(at) ??
    explainGluedDash({ ...at, line: lineAbove(lines, line) }) ??
    explainLostDash(at) ??
    explainMissingFirstDash(at) ??
    explainFallenKey(at);
  if (earlier) return earlier;
  const indent = indentOf(lineAt(lines, line));
  const meant = meantIndent(lines, line);
  const wanted = meant?.indent ?? 0;
  const where = wanted === 0 ? "at the start of the line" : spaces(wanted);
  const hint = meant ? `line it up with ${meant.like}: ${where}` : "begin it at the start of the line";
  const found = indent === 0 ? "not indented" : `indented by ${spaces(indent)}`;
  const message = `This line is ${found}; that fits no block above it.`;
  return explain("SOURCE_INDENTATION", message, hint, { line, column: indent + 1 });
}

/** A line in the columns of a text that ended above it at a #: the text was meant to continue. */
export function explainCutText({ lines, line, explain }: At): ExplainedError | undefined {
  const above = lineAbove(lines, line);
  const source = lineAt(lines, above);
  const hash = source.search(/#(?<=\S\s+#)/) + 1;
  if (hash === 0 || KEY_LINE.test(lineAt(lines, line)) || BLOCK_MARK.test(source)) return undefined;
  return reportCutText(explain, { line: above, column: hash, length: source.trimEnd().length - hash + 1 });
}

export const COMMENT_HINT =
  "put quotes around the whole text if the # belongs to it; put a comment on a line of its own";

export const reportCutText = (explain: Explain, place: Parameters<Explain>[3]): ExplainedError =>
  explain(
    "SOURCE_COMMENT",
    "Everything from this # on is a comment and does not appear on the site.",
    COMMENT_HINT,
    place,
  );

/** The sections of a page below a key that is not theirs: the line "sections:" is gone. Nothing below it can be read then. */
function explainLostSections({ lines, line, explain }: At): ExplainedError | undefined {
  const first = lines.findIndex((source) => /^ *- +type:\s/.test(source)) + 1;
  const isKeyed = lines.some((source) => /^["']?sections["']?\s*:/.test(source));
  if (first === 0 || line > first || isKeyed || /:\s*$/.test(lineAt(lines, lineAbove(lines, first)))) return undefined;
  const place = { line: first, column: indentOf(lineAt(lines, first)) + 1 };
  return explain("SOURCE_INDENTATION", "This list belongs to no key.", 'write "sections:" on a line above it', place);
}

const FILE_NAME = /\.\w{2,5}$/;

/** `image: room.webp` with `alt: …` indented below it. */
function explainPictureName({ lines, line, explain }: At): ExplainedError | undefined {
  const above = lineAbove(lines, line);
  const source = lineAt(lines, above);
  const [, name, picture] = /^\s*(?:- +)*([\w-]+):\s+["']?([^\s"']+)["']?\s*$/.exec(source) ?? [];
  const key = keyOf(lineAt(lines, line));
  if (!name || name === "src" || !picture || !FILE_NAME.test(picture) || (key !== "alt" && key !== "focus"))
    return undefined;
  const message = `"${name}" has a picture beside it and fields below it.`;
  const hint = `make the picture a field, too: write "src: ${picture}" on a line of its own above "${key}"`;
  return explain("SOURCE_INDENTATION", message, hint, { line: above, column: contentOf(source) + 1 });
}

/** A key at the start of a line, while the lines above and below it are those of one deeper block: it is at fault, not the line below. */
function explainFallenKey({ lines, line, explain }: At): ExplainedError | undefined {
  const fallen = lineAbove(lines, line);
  const before = lineAbove(lines, fallen);
  const wanted = contentOf(lineAt(lines, before));
  const indent = indentOf(lineAt(lines, line));
  const source = lineAt(lines, fallen);
  const isInBlock =
    keyOf(source) !== keyOf(lineAt(lines, before)) &&
    indent > 0 &&
    (indent === wanted || indent === indentOf(lineAt(lines, before)));
  if (!isInBlock || !/^[\w-]+:\s+\S/.test(source) || BLOCK_MARK.test(source)) return undefined;
  const message = "This line is not indented; the lines above and below it are those of one block.";
  const hint = `line it up with "${keyOf(lineAt(lines, before)) ?? "the line above"}" on line ${before}: ${spaces(wanted)}`;
  return explain("SOURCE_INDENTATION", message, hint, { line: fallen, column: 1 });
}

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
