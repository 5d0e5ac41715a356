// Words, link targets and marks, searched in the lines of a file.

/** A source position: both numbers start at 1; `length` is what the mark under the line covers. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The first place of some words, from a line on; undefined without such a line. */
export function findInLines(
  lines: readonly string[],
  needle: string,
  fromLine: number | undefined,
): LinePlace | undefined {
  if (fromLine === undefined) return undefined;
  for (let line = fromLine; line <= lines.length; line++) {
    const column = lines[line - 1]?.indexOf(needle) ?? -1;
    if (column !== -1) return { line, column: column + 1, length: needle.length };
  }
  return undefined;
}

/** The target of a Markdown link or picture, rather than the same letters in the text around it. */
export function findTarget(lines: readonly string[], target: string, fromLine: number): LinePlace | undefined {
  for (const before of ["](", "](<", "]: ", "<"]) {
    const found = findInLines(lines, before + target, fromLine);
    if (found) return { ...found, column: found.column + before.length, length: target.length };
  }
  return undefined;
}

/** The comments `# placeholder` at the ends of lines. */
export const findPlaceholders = (lines: readonly string[]): LinePlace[] =>
  lines.flatMap((line, index) => {
    // A comment that begins otherwise only mentions such marks.
    const isOther = !line.includes("#") || /^\s*#(?!\s*placeholder\b)/i.test(line);
    const column = isOther ? -1 : line.search(/(?<=^|\s)#\s*placeholder\b/i);
    return column === -1 ? [] : [{ line: index + 1, column: column + 1, length: line.length - column }];
  });

/** The text below the data of a Markdown file has no comments: a mark in it is not for readers. */
export function withoutPlaceholderMarks(text: string): string {
  if (!/#\s*placeholder\b/i.test(text)) return text;
  const lines = text.split("\n");
  for (const { line, column } of findPlaceholders(lines))
    lines[line - 1] = lines[line - 1]?.slice(0, column - 1).trimEnd() ?? "";
  return lines.join("\n");
}
