/** The comments `# placeholder` at the ends of lines; line and column start at 1. */
export const findPlaceholders = (
  lines: readonly string[],
): { readonly line: number; readonly column: number; readonly length: number }[] =>
  lines.flatMap((line, index) => {
    // A comment that begins otherwise only mentions such marks.
    const isOther = !line.includes("#") || /^\s*#(?!\s*placeholder\b)/i.test(line);
    const column = isOther ? -1 : line.search(/(?<=^|\s)#\s*placeholder\b/i);
    return column === -1 ? [] : [{ line: index + 1, column: column + 1, length: line.length - column }];
  });
