import { indentOf, isBlank, lineAt } from "./yaml-lines.ts";

/** Moves a line, and those below that are indented as deep or deeper. */
export function shiftBlock(lines: readonly string[], line: number, by: number): string[] {
  const indent = indentOf(lineAt(lines, line));
  const end = lines.findIndex((other, index) => index >= line && !isBlank(other) && indentOf(other) < indent);
  return lines.map((other, index) => {
    if (index < line - 1 || (end !== -1 && index >= end) || isBlank(other)) return other;
    return by < 0 ? other.slice(-by) : " ".repeat(by) + other;
  });
}
