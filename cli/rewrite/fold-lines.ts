// Words → the source lines of a text whose line ends are spaces and whose empty lines are line ends: folded blocks, and plain or quoted texts
// on several lines. Former lines at the beginning and the end that say the same stay.

import { sharedEnds } from "../text/shared-ends.ts";
import { wrapWords } from "../text/wrap-words.ts";

/** Lines are wrapped at the length of the longest former line, and not below this. */
const MIN_WIDTH = 60;

/** A line may end at a single space between two words. */
const BREAK = /(?<=\S) (?=\S)/;
/** Each with the line end behind it. */
const WORD_ENDS = new RegExp(`(?<=\\n)|${BREAK.source}`);

export function foldLines(text: string, before: readonly string[]): string[] {
  const width = Math.max(MIN_WIDTH, ...before.map((line) => line.length));
  const rows = rowsOf(before);
  const oldWords = rows.flatMap((row) => row.words);
  const rowIndexes = rows.flatMap((row, index) => row.words.map(() => index));
  const newWords = text.split(WORD_ENDS);
  const { first, last } = sharedEnds(oldWords, newWords);
  const above = rows.slice(0, rowIndexes[first]);
  const below = rows.slice((rowIndexes[oldWords.length - last - 1] ?? -1) + 1);
  const [start, end] = [above, below].map((some) => some.flatMap((row) => row.words).length);
  const middle = newWords.slice(start, newWords.length - (end ?? 0)).join(" ");
  return [...above.flatMap((row) => row.lines), ...wrapped(middle, width), ...below.flatMap((row) => row.lines)];
}

/** Each line with the empty ones below it: of several line ends, one is not in the text. */
function rowsOf(lines: readonly string[]) {
  const rows = `${lines.join("\n")}\n`.split(/(?<=\n)(?!\n)/);
  return rows.map((row) => ({
    lines: row.slice(0, -1).split("\n"),
    words: row.replace(/(?<=[^\n]\n*)\n$/, "").split(WORD_ENDS),
  }));
}

function wrapped(text: string, width: number): string[] {
  return text.split(/\n ?/).flatMap((paragraph, index) => {
    const lines = paragraph === "" ? [] : wrapWords(paragraph.split(BREAK), width);
    return index === 0 ? lines : ["", ...lines];
  });
}
