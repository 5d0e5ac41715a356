// A list item without its dash, or without the space after it: reported at the line that should begin with "- ".
import { type At, atLine, atLineBelow, type ExplainedError } from "./explained-error.ts";
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

/** `-value: ...` is parsed as a key of that name and `-Text` as text, so that it or the next line fits nowhere. */
export const explainGluedDash = (at: At): ExplainedError | undefined =>
  GLUED_DASH.test(at.source) ? reportGluedDash(at, indentOf(at.source) + 1, at.source.trim().slice(1)) : undefined;

export const reportGluedDash = ({ explain }: At, column: number, item: string): ExplainedError => {
  const message = "The dash that begins an item of a list needs a space after it.";
  return explain("SOURCE_SYNTAX", message, `write - ${item}`, { column });
};

/** A line in the column of the dashes above it, or after them below an item that is a text: it was meant to be an item. */
export function explainLostDash(at: At): ExplainedError | undefined {
  const { source } = at;
  const own = indentOf(source);
  const item = itemAbove(at);
  if (ITEM_LINE.test(source) || !item) return undefined;
  const dash = indentOf(item.source);
  if (own < dash || own > contentOfLine(item.source)) return undefined;
  const isField = keyOfLine(source) !== undefined && keyOfLine(item.source) !== undefined;
  const isAlike = /^[[{]/.test(source.trim()) && item.source.slice(dash + 2).trim()[0] === source.trim()[0];
  if (own > dash && !isAlike && (keyOfLine(source) === undefined || isField)) return undefined;
  if (isField && !BULLET.test(source.trim()) && !beginsItem(at, item)) return undefined;
  return reportLostDash(at, dash, isField || isAlike);
}

/** A key below an item that is a text: reported if the other items of the list are texts too, so that no colon is missing in it. */
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
  const own = indentOf(source);
  for (let above = line - 1; above > 0; above--) {
    const other = lineAt(lines, above);
    if (!hasContent(other)) continue;
    const indent = indentOf(other);
    if (ITEM_LINE.test(other) && indent <= own) return atLine(lines, above);
    if (indent < own && KEY_LINE.test(other)) return undefined;
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

/** A key that appears twice because the dash of a new item is missing: the key that the item begins with, or one below an empty line. */
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

/** A list that begins without a dash while a later item has one: reported at its first line. */
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
