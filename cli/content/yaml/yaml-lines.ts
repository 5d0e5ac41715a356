// The lines of a YAML text as their author sees them: indentation, key, value. Approximate on purpose: used where the parser has failed.

/** `key: `, `- ` and similar before a value. */
const BEFORE_VALUE = /^\s*(?:- +)*(?:[^\s:#[{"'][^:#]*:\s+)?/;

/** A line that begins with a key. */
export const KEY_LINE = /^\s*(?:- +)*[\w-]+:(?:\s|$)/;

/** A dash that begins an item, with its space. */
export const ITEM_LINE = /^\s*-(?:\s|$)/;

/** A dash directly before a word. Negative numbers and lines of hyphens do not count. */
export const GLUED_DASH = /^ *-[^\s\d.-]/;

/** Signs that people begin an item with instead of a hyphen. */
export const BULLET = /^(?:[•–—−·*‣▪◦]|-{2,}|\d+[.)])\s+/;

/** Most files have no line ends of Windows, and splitting by a regular expression takes five times as long. */
export const linesOf = (text: string): string[] => (text.includes("\r") ? text.split(/\r?\n/) : text.split("\n"));

export const indentOf = (line: string): number => line.search(/\S|$/);

/** The column, from 0, at which the key or text of a line begins, after its dashes. */
export const contentOfLine = (line: string): number => /^\s*(?:-(?: +|$))*/.exec(line)?.[0].length ?? 0;

/** The key of a line; undefined if it has none. */
export const keyOfLine = (line: string): string | undefined => /^\s*(?:- +)*([\w-]+):(?:\s|$)/.exec(line)?.[1];

/** "3 spaces". */
export const spaces = (count: number): string => `${count} ${count === 1 ? "space" : "spaces"}`;

export const isBlank = (line: string): boolean => line.trim() === "";

/** Whether a line is more than blanks and a comment. */
export const hasContent = (line: string): boolean => !/^\s*(?:#|$)/.test(line);

/** The range of a line without the blanks around it. */
export const wholeLine = (line: string): { readonly column: number; readonly length: number } => ({
  column: indentOf(line) + 1,
  length: Math.max(1, line.trim().length),
});

/** A line by its number, starting at 1; "" if there is none. */
export const lineAt = (lines: readonly string[], line: number): string => lines[line - 1] ?? "";

/** The number of the nearest line above that is not empty; 0 if there is none. */
export const lineAbove = (lines: readonly string[], line: number): number =>
  lines.slice(0, line - 1).findLastIndex((other) => !isBlank(other)) + 1;

/** The number of the nearest line below that is neither empty nor a comment; 0 if there is none. */
export const lineBelow = (lines: readonly string[], line: number): number =>
  lines.findIndex((other, index) => index >= line && hasContent(other)) + 1;

export function valueIn(source: string): { column: number; text: string } {
  const before = BEFORE_VALUE.exec(source)?.[0].length ?? 0;
  return { column: before + 1, text: source.slice(before).trimEnd() };
}

/** Block text (| and >) may begin after this. */
export const BLOCK_MARK = /(?:^|[:-])\s+[|>][-+\d]*\s*(?:#.*)?$/;
const OPEN_QUOTE = /^(?:"(?:[^"\\]|\\.)*|'(?:[^']|'')*)$/;

/** For each line, whether it continues a text that began above it: block text, or one in quotes. YAML ignores its content. */
export function textLines(lines: readonly string[]): boolean[] {
  let block: number | undefined;
  let quote = "";
  return lines.map((line) => {
    if (quote !== "") {
      if (line.includes(quote)) quote = "";
      return true;
    }
    if (block !== undefined && (isBlank(line) || indentOf(line) > block)) return true;
    block = undefined;
    if (!hasContent(line)) return false;
    if (BLOCK_MARK.test(line)) block = KEY_LINE.test(line) ? contentOfLine(line) : indentOf(line);
    const { text } = valueIn(line);
    if (OPEN_QUOTE.test(text)) quote = text[0] ?? "";
    return false;
  });
}
