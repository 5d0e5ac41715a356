// Finds words, link targets and placeholder marks in the lines of a file.

/** A source position. Line and column start at 1; the mark under the line has the `length`. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The first position of a text, from a line on; undefined if there is none. */
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

/** The target of a Markdown link or picture, and not the same letters in the text around it. */
export function findTarget(lines: readonly string[], target: string, fromLine: number): LinePlace | undefined {
  for (const before of ["](", "](<", "]: ", "<"]) {
    const place = findInLines(lines, before + target, fromLine);
    if (place) return { ...place, column: place.column + before.length, length: target.length };
  }
  return undefined;
}

/** A comment that begins otherwise only mentions such marks. */
const OTHER_COMMENT = /^\s*#(?!\s*placeholder\b)/i;

/** The marks `# placeholder` at the ends of lines. `isText`: a line, counted from 1, has no comment, and "#" begins a heading there. */
export const findPlaceholders = (lines: readonly string[], isText: (line: number) => boolean): LinePlace[] =>
  lines.flatMap((line, index) => {
    const column = line.includes("#") ? line.search(/(?<=^|\s)#\s*placeholder\b/i) : -1;
    if (column === -1 || (OTHER_COMMENT.test(line) && !isText(index + 1))) return [];
    return [{ line: index + 1, column: column + 1, length: line.length - column }];
  });

/** Removes the marks from a Markdown text, which has no comments that would hide them from readers. */
export function withoutPlaceholderMarks(text: string): string {
  if (!/#\s*placeholder\b/i.test(text)) return text;
  const lines = text.split("\n");
  for (const { line, column } of findPlaceholders(lines, () => true))
    lines[line - 1] = lines[line - 1]?.slice(0, column - 1).trimEnd() ?? "";
  return lines.join("\n");
}
