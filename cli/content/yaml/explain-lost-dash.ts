// A list item without its dash, or without the space after it: reported at the line that should begin with "- ".
import type { At, Explain, ExplainedError } from "./explained-error.ts";
import {
  BULLET,
  contentOf,
  GLUED_DASH,
  ITEM_LINE,
  indentOf,
  isBlank,
  isComment,
  KEY_LINE,
  keyOf,
  lineAt,
  lineBelow,
  spaces,
} from "./yaml-lines.ts";

/** `-value: ...` is parsed as a key of that name and `-Text` as text, so that it or the next line fits nowhere. */
export function explainGluedDash({ lines, line, explain }: At): ExplainedError | undefined {
  const source = lineAt(lines, line);
  return GLUED_DASH.test(source)
    ? reportGluedDash(explain, line, indentOf(source) + 1, source.trim().slice(1))
    : undefined;
}

export const reportGluedDash = (explain: Explain, line: number, column: number, item: string): ExplainedError => {
  const message = "The dash that begins an item of a list needs a space after it.";
  return explain("SOURCE_SYNTAX", message, `write - ${item}`, { line, column });
};

/** A line in the column of the dashes above it, or after them below an item that is a text: it was meant to be an item. */
export function explainLostDash(at: At): ExplainedError | undefined {
  const { lines, line } = at;
  const source = lineAt(lines, line);
  const own = indentOf(source);
  const above = itemAbove(lines, line);
  if (ITEM_LINE.test(source) || above === 0) return undefined;
  const dash = indentOf(lineAt(lines, above));
  if (own < dash || own > contentOf(lineAt(lines, above))) return undefined;
  const item = lines.slice(above - 1, line - 1);
  const isField = keyOf(source) !== undefined && keyOf(lineAt(lines, above)) !== undefined;
  const isAlike =
    /^[[{]/.test(source.trim()) &&
    lineAt(lines, above)
      .slice(dash + 2)
      .trim()[0] === source.trim()[0];
  if (own > dash && !isAlike && (keyOf(source) === undefined || isField)) return undefined;
  if (isField && !BULLET.test(source.trim()) && !beginsItem(lines, above, item, source)) return undefined;
  return reportLostDash(at, dash, isField || isAlike);
}

/** A key below an item that is a text: reported if the other items of the list are texts too, so that no colon is missing in it. */
export function explainLostDashBelow(at: At): ExplainedError | undefined {
  const { lines, line } = at;
  const item = lineAt(lines, line);
  const below = lineBelow(lines, line);
  if (!ITEM_LINE.test(item) || keyOf(item) !== undefined || keyOf(lineAt(lines, below)) === undefined) return undefined;
  const isOther = (other: string) => other !== item && ITEM_LINE.test(other) && indentOf(other) === indentOf(item);
  const others = lines.filter(isOther);
  const isText = others.length > 0 ? others.some((other) => keyOf(other) === undefined) : !/^\s*- +[a-z]/.test(item);
  return isText ? explainLostDash({ ...at, line: below }) : undefined;
}

/** The item that a line belongs to; 0 if there is none in its columns. */
function itemAbove(lines: readonly string[], line: number): number {
  const own = indentOf(lineAt(lines, line));
  for (let above = line - 1; above > 0; above--) {
    const source = lineAt(lines, above);
    if (isBlank(source) || isComment(source)) continue;
    const indent = indentOf(source);
    if (ITEM_LINE.test(source) && indent <= own) return above;
    if (indent < own && KEY_LINE.test(source)) return 0;
  }
  return 0;
}

/** Whether a key begins an item of the list, or is already in the item above. */
function beginsItem(lines: readonly string[], above: number, item: readonly string[], source: string): boolean {
  const key = keyOf(source);
  const dash = indentOf(lineAt(lines, above));
  const content = contentOf(lineAt(lines, above));
  if (item.some((other) => keyOf(other) === key && contentOf(other) === content)) return true;
  return lines.some((other) => ITEM_LINE.test(other) && indentOf(other) === dash && keyOf(other) === key);
}

function reportLostDash({ lines, line, explain }: At, dash: number, isSure: boolean): ExplainedError {
  const source = lineAt(lines, line);
  const own = indentOf(source);
  const bullet = BULLET.exec(source.trim())?.[0] ?? "";
  const item = `- ${source.trim().slice(bullet.length)}`;
  const message =
    bullet === ""
      ? 'A "- " seems to be missing here: a new item of the list above begins.'
      : `An item of a list begins with a hyphen and a space, and this one with "${bullet.trim()}".`;
  const place = dash === 0 ? "at the start of the line" : `${spaces(dash)} in`;
  const otherwise = `if the line belongs to the text above, indent it by ${spaces(dash + 4)}`;
  const isKnown = isSure || bullet !== "";
  const hint = isKnown ? `write ${item}, ${place}` : `write ${item}, ${place}; ${otherwise}`;
  return explain("SOURCE_INDENTATION", message, hint, { line, column: own + 1, length: source.trim().length });
}

/** A key that appears twice because the dash of a new item is missing: the key that the item begins with, or one below an empty line. */
export function explainDoubledItem(at: At): ExplainedError | undefined {
  const { lines, line, column } = at;
  const source = lineAt(lines, line);
  const key = keyOf(source);
  const above = itemAbove(lines, line);
  const item = lineAt(lines, above);
  if (key === undefined || above === 0 || indentOf(source) !== column - 1 || contentOf(item) !== column - 1)
    return undefined;
  const isFirst = keyOf(item) === key;
  const between = lines.slice(above, line - 1);
  const isApart = isBlank(lineAt(lines, line - 1));
  if (!isApart && (!isFirst || between.every((other) => isBlank(other) || isComment(other)))) return undefined;
  return reportLostDash(at, indentOf(item), true);
}

/** A list that begins without a dash while a later item has one: reported at its first line. */
export function explainMissingFirstDash(at: At): ExplainedError | undefined {
  const { lines, line } = at;
  const item = lineAt(lines, line);
  const dash = indentOf(item);
  if (!ITEM_LINE.test(item)) return undefined;
  const isParent = (other: string) =>
    !isBlank(other) && !isComment(other) && indentOf(other) <= dash && /:\s*(?:#.*)?$/.test(other);
  const parent = lines.slice(0, line - 1).findLastIndex(isParent) + 1;
  const first = lines.findIndex((other, index) => index >= parent && !isBlank(other) && !isComment(other)) + 1;
  const source = lineAt(lines, first);
  const isBetween = lines
    .slice(parent, line - 1)
    .every((other) => isBlank(other) || isComment(other) || indentOf(other) >= Math.min(dash, indentOf(source)));
  if (parent === 0 || !KEY_LINE.test(lineAt(lines, parent)) || first >= line || ITEM_LINE.test(source) || !isBetween)
    return undefined;
  if (indentOf(source) <= indentOf(lineAt(lines, parent))) return undefined;
  return reportFirstDash(at, first, dash);
}

export function reportFirstDash({ lines, line, explain }: At, first: number, dash: number): ExplainedError {
  const source = lineAt(lines, first);
  const place = { line: first, column: indentOf(source) + 1, length: source.trim().length };
  const message = `The list that goes on in line ${line} begins here, without a "- ".`;
  const where = dash === 0 ? "at the start of the line" : `${spaces(dash)} in`;
  return explain("SOURCE_INDENTATION", message, `write - ${source.trim()}, ${where}`, place);
}
