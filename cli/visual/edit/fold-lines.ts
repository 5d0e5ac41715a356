// Words → lines of about one length, as a person would have broken them: lines that the change does not touch stay as they are.

/** Words that a line may end after: single spaces separate them, all other spaces belong to the words. */
const wordsOf = (line: string): string[] => line.split(/(?<=\S) (?=\S)/);

/**
 * The source lines of a text whose single line ends are spaces and whose empty lines are line ends: folded blocks, and plain or quoted
 * texts on several lines. `before` are the former lines.
 */
export function foldLines(text: string, before: readonly string[], width: number): string[] {
  const old = paragraphsOf(before);
  const paragraphs = text.split("\n");
  const fromEnd = old.length - paragraphs.length;
  return paragraphs.flatMap((paragraph, index) => {
    const candidates = [old[index], old[index + fromEnd]].filter((lines) => lines !== undefined);
    const same = candidates.find((lines) => lines.join(" ") === paragraph);
    const lines = paragraph === "" ? [] : (same ?? foldParagraph(paragraph, candidates[0] ?? [], width));
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

function foldParagraph(paragraph: string, old: readonly string[], width: number): string[] {
  const words = wordsOf(paragraph);
  const lines = old.map(wordsOf);
  const first = sharedLines(lines, words);
  const rest = lines.slice(first);
  const left = words.slice(lines.slice(0, first).flat().length);
  const last = sharedLines(rest.map((line) => line.toReversed()).toReversed(), left.toReversed());
  const end = rest.slice(rest.length - last);
  const middle = left.slice(0, left.length - end.flat().length);
  return [...lines.slice(0, first).map(join), ...wrap(middle, width), ...end.map(join)];
}

const join = (words: readonly string[]) => words.join(" ");

/** How many of the lines the words begin with. */
function sharedLines(lines: readonly (readonly string[])[], words: readonly string[]): number {
  let position = 0;
  const differing = lines.findIndex((line) => {
    const isShared = line.every((word, index) => word === words[position + index]);
    position += line.length;
    return !isShared;
  });
  return differing === -1 ? lines.length : differing;
}

function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of words) {
    if (line === undefined) line = word;
    else if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return line === undefined ? lines : [...lines, line];
}
