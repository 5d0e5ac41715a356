/** Offsets of a text → its lines and columns, both starting at 1. */
export type LinePositions = (offset: number) => { readonly line: number; readonly column: number };

/** `lines` are the lines of the text, each of which ends in one character. */
export function linePositions(lines: readonly string[]): LinePositions {
  const starts: number[] = [];
  let start = 0;
  for (const line of lines) {
    starts.push(start);
    start += line.length + 1;
  }
  return (offset) => {
    let first = 0;
    let end = starts.length;
    while (end - first > 1) {
      const middle = (first + end) >> 1;
      if ((starts[middle] ?? 0) <= offset) first = middle;
      else end = middle;
    }
    return { line: first + 1, column: Math.max(0, offset - (starts[first] ?? 0)) + 1 };
  };
}
