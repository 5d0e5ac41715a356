/** Lines of at most `width`, as `measure` gives it. A longer word has a line of its own. */
export function wrapWords(
  words: readonly string[],
  width: number,
  measure: (line: string) => number = (line) => line.length,
): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(longer) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
