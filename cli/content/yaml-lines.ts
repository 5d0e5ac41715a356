// The lines of a YAML text as their author sees them: indentation, key, value. Rough on purpose: it is asked where the parser has given up.

/** `key: `, `- ` and their like in front of a value. */
const BEFORE_VALUE = /^\s*(?:- +)*(?:[^\s:#][^:#]*:\s+)?/;

/** A line that begins with a key. */
export const KEY_LINE = /^\s*(?:- +)*[\w-]+:(?:\s|$)/;

export const indentOf = (line: string): number => line.search(/\S|$/);

export const isBlank = (line: string): boolean => line.trim() === "";

/** A line by its number, which starts at 1; "" where there is none. */
export const lineAt = (lines: readonly string[], line: number): string => lines[line - 1] ?? "";

/** The number of the nearest line above that is not empty; 0 where there is none. */
export const lineAbove = (lines: readonly string[], line: number): number =>
  lines.slice(0, line - 1).findLastIndex((other) => !isBlank(other)) + 1;

export const replaceLine = (lines: readonly string[], line: number, text: string): string[] =>
  lines.map((other, index) => (index === line - 1 ? text : other));

export function valueIn(source: string): { column: number; text: string } {
  const before = BEFORE_VALUE.exec(source)?.[0].length ?? 0;
  return { column: before + 1, text: source.slice(before).trimEnd() };
}

/** The same lines with plain letters from a column to the end of a line, so that what follows keeps its place. */
export function blotOut(lines: readonly string[], line: number, column: number): string[] {
  const source = lineAt(lines, line).trimEnd();
  return replaceLine(lines, line, source.slice(0, column - 1) + "x".repeat(Math.max(0, source.length - column + 1)));
}
