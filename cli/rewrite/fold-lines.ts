// Words → the source lines of a text whose line ends are spaces and whose empty lines are line ends: folded blocks, and plain or quoted texts
// on several lines. Former lines that still say the same stay.

import { wrapWords } from "../text/wrap-words.ts";

/** Lines are wrapped at the length of the longest former line, and not below this. */
const MIN_WIDTH = 60;

export function foldLines(text: string, before: readonly string[]): string[] {
  const width = Math.max(MIN_WIDTH, ...before.map((line) => line.length));
  const old = paragraphsOf(before);
  return text.split("\n").flatMap((paragraph, index) => {
    const same = old.find((lines) => lines.join(" ") === paragraph);
    const lines = same ?? foldParagraph(paragraph, old[index] ?? old.at(-1) ?? [], width);
    return index === 0 ? lines : ["", ...lines];
  });
}

/** Lines between empty ones; an empty line more is an empty paragraph. */
function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line === "") paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs;
}

/** Lines that it begins or ends with stay; what is between them is wrapped. */
function foldParagraph(paragraph: string, old: readonly string[], width: number): string[] {
  const words = wordsIn(paragraph);
  const wordsOf = (first: number, end?: number) => old.slice(first, end).map(wordsIn).join("");
  const first = old.findLastIndex((_, index) => words.startsWith(wordsOf(0, index + 1))) + 1;
  const left = words.slice(wordsOf(0, first).length);
  const isAtEnd = (index: number) => index >= first && `\n${left}`.endsWith(`\n${wordsOf(index)}`);
  const last = old.findIndex((_, index) => isAtEnd(index));
  const end = last === -1 ? old.length : last;
  const middle = left.slice(0, left.length - wordsOf(end).length);
  return [...old.slice(0, first), ...wrapWords(middle.split("\n").slice(0, -1), width), ...old.slice(end)];
}

/** Each word ends in "\n". A line may end between words that a single space separates; all other spaces belong to the words. */
const wordsIn = (line: string): string => (line === "" ? "" : `${line.replace(/(?<=\S) (?=\S)/g, "\n")}\n`);
