import type { Place } from "./source-document.ts";

/** Lines that end in the comment `# placeholder`. */
export const findPlaceholders = (lines: readonly string[]): Place[] =>
  lines.flatMap((line, index) => {
    // A comment that begins otherwise only mentions such marks.
    const isOther = !line.includes("#") || /^\s*#(?!\s*placeholder\b)/i.test(line);
    const column = isOther ? -1 : line.search(/(?<=^|\s)#\s*placeholder\b/i);
    return column === -1 ? [] : [{ line: index + 1, column: column + 1, length: line.length - column }];
  });
