// A line that fits no block: the lines above it show where it was probably meant to be.
import { type At, atLine, atLineAbove, atLineBelow, type ExplainedError } from "./explained-error.ts";
import {
  BLOCK_MARK,
  contentOfLine,
  hasContent,
  ITEM_LINE,
  indentOf,
  KEY_LINE,
  keyOfLine,
  lineAt,
  spaces,
} from "./yaml-lines.ts";

/** The explanation of a line that fits nowhere, if no other rule holds. */
export function explainIndentation({ lines, line, source, explain }: At): ExplainedError {
  const indent = indentOf(source);
  const meant = meantIndent(lines, line);
  const target = meant?.indent ?? 0;
  const where = target === 0 ? "at the start of the line" : spaces(target);
  const other = meant && meantElsewhere(lines, line, meant.indent);
  const otherwise = other ? `, or, if it belongs there, with ${other}` : "";
  const hint = meant ? `line it up with ${meant.like}: ${where}${otherwise}` : "begin it at the start of the line";
  const current = indent === 0 ? "not indented" : `indented by ${spaces(indent)}`;
  const message = `This line is ${current}; that fits no block above it.`;
  return explain("SOURCE_INDENTATION", message, hint, { column: indent + 1 });
}

/** Tabs are mistakes in block text, too. */
export function explainTabs({ source, explain }: At): ExplainedError | undefined {
  const tab = /^ *(?=\t)/.exec(source)?.[0].length;
  if (tab === undefined) return undefined;
  const message = "This line is indented with a tab.";
  return explain("SOURCE_TAB", message, "use spaces: two for each level", { column: tab + 1 });
}

/** A line in the columns of a text that ended above it at a #: the text was meant to continue. */
export function explainCutText(at: At): ExplainedError | undefined {
  const above = atLineAbove(at);
  const hash = above.source.search(/#(?<=\S\s+#)/) + 1;
  if (hash === 0 || KEY_LINE.test(at.source) || BLOCK_MARK.test(above.source)) return undefined;
  return reportCutText(above, { column: hash, length: above.source.trimEnd().length - hash + 1 });
}

export const COMMENT_HINT =
  "put quotes around the whole text if the # belongs to it; put a comment on a line of its own";

export const reportCutText = ({ explain }: At, place: Parameters<At["explain"]>[3]): ExplainedError =>
  explain(
    "SOURCE_COMMENT",
    "Everything from this # on is a comment and does not appear on the site.",
    COMMENT_HINT,
    place,
  );

/** Explains sections of a page below a wrong key: the line "sections:" is missing, and nothing below it can be read. */
export function explainLostSections({ lines, line }: At): ExplainedError | undefined {
  const first = atLine(lines, lines.findIndex((source) => /^ *- +type:\s/.test(source)) + 1);
  const isKeyed = lines.some((source) => /^["']?sections["']?\s*:/.test(source));
  if (first.line === 0 || line > first.line || isKeyed || /:\s*$/.test(atLineAbove(first).source)) return undefined;
  const hint = 'write "sections:" on a line above it';
  const place = { column: indentOf(first.source) + 1 };
  return first.explain("SOURCE_INDENTATION", "This list belongs to no key.", hint, place);
}

const FILE_NAME = /\.\w{2,5}$/;

/** Explains `image: room.webp` with `alt: …` indented below it. */
export function explainPictureName(at: At): ExplainedError | undefined {
  const { source, explain } = atLineAbove(at);
  const [, name, picture] = /^\s*(?:- +)*([\w-]+):\s+["']?([^"'#]+?)["']?\s*(?:\s#.*)?$/.exec(source) ?? [];
  const key = keyOfLine(at.source);
  if (!name || name === "src" || !picture || !FILE_NAME.test(picture) || (key !== "alt" && key !== "focus"))
    return undefined;
  const message = `"${name}" has a picture beside it and fields below it.`;
  const hint = `make the picture a field, too: write "src: ${picture}" on a line of its own above "${key}"`;
  return explain("SOURCE_INDENTATION", message, hint, { column: contentOfLine(source) + 1 });
}

/** Explains a key at the start of a line between the lines of one deeper block: the key is wrong, not the line below. */
export function explainFallenKey(at: At): ExplainedError | undefined {
  let fallen = contentAbove(at);
  // Goes above the lines of its text.
  while (indentOf(fallen.source) > indentOf(at.source) && keyOfLine(at.source)) fallen = contentAbove(fallen);
  let before = contentAbove(fallen);
  while (indentOf(before.source) > contentOfLine(at.source)) before = contentAbove(before);
  const indent = indentOf(at.source);
  // The first field of a block has the indentation of the next one.
  const isFirst = /:\s*$/.test(before.source) && indent > contentOfLine(before.source) && !ITEM_LINE.test(at.source);
  const like = isFirst ? at : before;
  const targetIndent = contentOfLine(like.source);
  // The next section or item: what is below its key is then deeper than its fields.
  const isNextItem = ITEM_LINE.test(at.source) && contentOfLine(at.source) === targetIndent;
  const hasText = /:\s+\S/.test(fallen.source) && (!isNextItem || keyOfLine(at.source) === "type");
  const isAlike = hasText || (isNextItem && indentOf(atLineBelow(fallen).source) > targetIndent);
  const isInBlock =
    keyOfLine(fallen.source) !== keyOfLine(before.source) &&
    indent > 0 &&
    (indent === targetIndent || indent === indentOf(before.source) || isNextItem);
  const isText = BLOCK_MARK.test(fallen.source) && contentAbove(at).line === fallen.line;
  if (!isInBlock || !isAlike || !/^[\w-]+:(?:\s|$)/.test(fallen.source) || isText) return undefined;
  const message = "This line is not indented; the lines above and below it are those of one block.";
  const hint = `line it up with "${keyOfLine(like.source) ?? "the line above"}" on line ${like.line}: ${spaces(targetIndent)}`;
  return fallen.explain("SOURCE_INDENTATION", message, hint);
}

/** The nearest line above that is neither empty nor a comment. */
function contentAbove(at: At): At {
  const above = atLineAbove(at);
  return above.line === 0 || hasContent(above.source) ? above : contentAbove(above);
}

/** The first field of another block, which may also be meant if the line is just as far from it. */
function meantElsewhere(lines: readonly string[], line: number, indent: number): string | undefined {
  const lineIndent = indentOf(lineAt(lines, line));
  const otherIndent = 2 * lineIndent - indent;
  if (ITEM_LINE.test(lineAt(lines, line)) || otherIndent < 0 || indent - lineIndent !== 2) return undefined;
  const above = lines
    .slice(0, line - 1)
    .findLastIndex((other) => keyOfLine(other) !== undefined && contentOfLine(other) === otherIndent);
  const key = keyOfLine(lineAt(lines, above + 1));
  if (key === undefined) return undefined;
  return `"${key}" on line ${above + 1}: ${otherIndent === 0 ? "at the start of the line" : spaces(otherIndent)}`;
}

/** The nearest indentation of the blocks around a line, and a name for it. For a text in a list: that of the list above it. */
function meantIndent(lines: readonly string[], line: number): { indent: number; like: string } | undefined {
  const lineIndent = indentOf(lineAt(lines, line));
  const isItem = ITEM_LINE.test(lineAt(lines, line));
  const candidates: { indent: number; like: string }[] = [];
  let bound = Number.POSITIVE_INFINITY;
  for (let above = line - 1; above > 0; above--) {
    const source = lineAt(lines, above);
    const dash = indentOf(source);
    if (!hasContent(source) || dash >= bound) continue;
    const content = contentOfLine(source);
    const hasDash = content > dash;
    const label = /^[^:]{1,30}/.exec(source.slice(content))?.[0].trim() ?? "";
    const like = `"${isItem && hasDash ? "- " : ""}${label}" on line ${above}`;
    if (!isItem || hasDash) candidates.push({ indent: isItem ? dash : content, like });
    bound = dash;
  }
  const others = candidates.filter(({ indent }) => indent !== lineIndent);
  if (isItem && keyOfLine(lineAt(lines, line)) === undefined) return others[0];
  return others.sort(
    (a, b) => Math.abs(a.indent - lineIndent) - Math.abs(b.indent - lineIndent) || b.indent - a.indent,
  )[0];
}
