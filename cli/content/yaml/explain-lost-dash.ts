// A list item without its dash, or without the space after it. It is reported at the line that should begin with "- ".
import { type At, atLine, atLineAbove, atLineBelow, type ExplainedError } from "./explained-error.ts";
import {
  BULLET,
  contentOfLine,
  GLUED_DASH,
  hasContent,
  ITEM_LINE,
  indentOf,
  isBlank,
  KEY_LINE,
  keyOfLine,
  lineAt,
  spaces,
  wholeLine,
} from "./yaml-lines.ts";

/** YAML reads `-value: ...` as a key of that name and `-Text` as text, so that it or the next line fits nowhere. */
export const explainGluedDash = (at: At): ExplainedError | undefined =>
  GLUED_DASH.test(at.source) ? reportGluedDash(at, indentOf(at.source) + 1, at.source.trim().slice(1)) : undefined;

export const reportGluedDash = ({ explain }: At, column: number, item: string): ExplainedError => {
  const message = "The dash that begins an item of a list needs a space after it.";
  return explain("SOURCE_SYNTAX", message, `write - ${item}`, { column });
};

/** Explains a line that was meant to be an item: it is in the column of the dashes above it, or deeper, below an item that is a text. */
export function explainLostDash(at: At): ExplainedError | undefined {
  const { source } = at;
  const indent = indentOf(source);
  const item = itemAbove(at);
  if (ITEM_LINE.test(source) || !item) return undefined;
  const dash = indentOf(item.source);
  if (indent < dash || indent > contentOfLine(item.source)) return undefined;
  const isField = keyOfLine(source) !== undefined && keyOfLine(item.source) !== undefined;
  const isAlike = /^[[{]/.test(source.trim()) && item.source.slice(dash + 2).trim()[0] === source.trim()[0];
  if (indent > dash && !isAlike && (keyOfLine(source) === undefined || isField)) return undefined;
  if (isField && !BULLET.test(source.trim()) && !beginsItem(at, item)) return undefined;
  return reportLostDash(at, dash, isField || isAlike);
}

/** Explains a key below an item that is a text, if the other items are texts too, so that the item does not lack a colon. */
export function explainLostDashBelow(at: At): ExplainedError | undefined {
  const { lines, source: item } = at;
  const below = atLineBelow(at);
  if (!ITEM_LINE.test(item) || keyOfLine(item) !== undefined || keyOfLine(below.source) === undefined) return undefined;
  const isOther = (other: string) => other !== item && ITEM_LINE.test(other) && indentOf(other) === indentOf(item);
  const others = lines.filter(isOther);
  const isText =
    others.length > 0 ? others.some((other) => keyOfLine(other) === undefined) : !/^\s*- +[a-z]/.test(item);
  return isText ? explainLostDash(below) : undefined;
}

/** The first line of the item that a line belongs to; undefined if there is none in its columns. */
function itemAbove({ lines, line, source }: At): At | undefined {
  const lineIndent = indentOf(source);
  for (let above = line - 1; above > 0; above--) {
    const other = lineAt(lines, above);
    if (!hasContent(other)) continue;
    const indent = indentOf(other);
    if (ITEM_LINE.test(other) && indent <= lineIndent) return atLine(lines, above);
    if (indent < lineIndent && KEY_LINE.test(other)) return undefined;
  }
  return undefined;
}

/** Whether the key of a line begins an item of the list, or is already in the item above. */
function beginsItem({ lines, line, source }: At, item: At): boolean {
  const isSameKey = (other: string) => keyOfLine(other) === keyOfLine(source);
  const isInItem = (other: string) => isSameKey(other) && contentOfLine(other) === contentOfLine(item.source);
  const isFirst = (other: string) =>
    ITEM_LINE.test(other) && isSameKey(other) && indentOf(other) === indentOf(item.source);
  return lines.slice(item.line - 1, line - 1).some(isInItem) || lines.some(isFirst);
}

function reportLostDash({ source, explain }: At, dash: number, isSure: boolean): ExplainedError {
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
  return explain("SOURCE_INDENTATION", message, hint, wholeLine(source));
}

/** Explains a list with numbers or bullets in place of dashes, at its first item. */
export function explainFirstBullet(at: At): ExplainedError | undefined {
  const { source } = at;
  const parent = atLineAbove(at).source;
  const isFirst = KEY_LINE.test(parent) && /:\s*(?:#.*)?$/.test(parent) && indentOf(source) >= indentOf(parent);
  return isFirst && BULLET.test(source.trim()) ? reportLostDash(at, indentOf(source), true) : undefined;
}

/** Explains a key that is there twice because the dash of a new item is missing: the first key of the item, or one below an empty line. */
export function explainDoubledItem(at: At): ExplainedError | undefined {
  const { lines, line, column, source } = at;
  const key = keyOfLine(source);
  const item = itemAbove(at);
  if (key === undefined || !item || indentOf(source) !== column - 1 || contentOfLine(item.source) !== column - 1)
    return undefined;
  const isFirst = keyOfLine(item.source) === key;
  const hasOthers = lines.slice(item.line, line - 1).some(hasContent);
  if (!isBlank(lineAt(lines, line - 1)) && !(isFirst && hasOthers)) return undefined;
  return reportLostDash(at, indentOf(item.source), true);
}

/** Explains a list whose first item has no dash, while a later one has, at its first line. */
export function explainMissingFirstDash({ lines, line, source: item }: At): ExplainedError | undefined {
  const dash = indentOf(item);
  if (!ITEM_LINE.test(item)) return undefined;
  const isParent = (other: string) => hasContent(other) && indentOf(other) <= dash && /:\s*(?:#.*)?$/.test(other);
  const parent = atLine(lines, lines.slice(0, line - 1).findLastIndex(isParent) + 1);
  const first = atLineBelow(parent);
  const { source } = first;
  const isBetween = lines
    .slice(parent.line, line - 1)
    .every((other) => !hasContent(other) || indentOf(other) >= Math.min(dash, indentOf(source)));
  if (!KEY_LINE.test(parent.source) || first.line >= line || ITEM_LINE.test(source) || !isBetween) return undefined;
  if (indentOf(source) <= indentOf(parent.source)) return undefined;
  return reportFirstDash(first, line, dash);
}

/** `next` is the line of the next item. */
export function reportFirstDash({ source, explain }: At, next: number, dash: number): ExplainedError {
  const message = `The list that goes on in line ${next} begins here, without a "- ".`;
  const where = dash === 0 ? "at the start of the line" : `${spaces(dash)} in`;
  return explain("SOURCE_INDENTATION", message, `write - ${source.trim()}, ${where}`, wholeLine(source));
}
