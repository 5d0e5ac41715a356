// Changes of single words in a text, by line and column; everything else stays as it is, line ends included.

export interface TextEdit {
  /** From the beginning of the text. */
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** Where a line and column are, both from 1. */
export function offsetOf(text: string, { line, column }: { readonly line: number; readonly column: number }): number {
  let start = 0;
  for (let left = line; left > 1; left--) {
    const end = text.indexOf("\n", start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

/** Where the line after the one at `at` begins. */
export const nextLine = (text: string, at: number): number => {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
};

export const lineEnd = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");

/** Two edits of one place are one. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const byPlace = new Map(edits.map((edit) => [`${edit.at} ${edit.length}`, edit]));
  return [...byPlace.values()]
    .sort((a, b) => b.at - a.at || b.length - a.length)
    .reduce((changed, { at, length, text: words }) => changed.slice(0, at) + words + changed.slice(at + length), text);
}
