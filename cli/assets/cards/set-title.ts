// A title → its lines and their size, so that it always fits: first it wraps, then it shrinks, only then it is cut. Pure.

/** The width of a text in pixels at a size of one pixel. */
export type Measure = (text: string) => number;

export interface SetTitle {
  readonly lines: readonly string[];
  /** Pixels. */
  readonly size: number;
}

const LARGEST = 132;
const SMALLEST = 60;
const STEP = 8;
const MOST_LINES = 3;
const ELLIPSIS = "…";

export function setTitle(title: string, width: number, measure: Measure): SetTitle {
  const words = title.trim().split(/\s+/).filter(Boolean);
  for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
    const lines = wrap(words, width / size, measure);
    if (lines.length <= MOST_LINES && lines.every((line) => measure(line) * size <= width))
      return { lines: balance(words, lines, width / size, measure), size };
  }
  return {
    lines: cut(
      wrap(breakWords(words, width / SMALLEST, measure), width / SMALLEST, measure),
      width / SMALLEST,
      measure,
    ),
    size: SMALLEST,
  };
}

function wrap(words: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(longer) <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

/** The same number of lines in the least width, so that no line has a single word. */
function balance(
  words: readonly string[],
  lines: readonly string[],
  width: number,
  measure: Measure,
): readonly string[] {
  let best = lines;
  for (let narrower = width * 0.96; narrower > width / 2; narrower *= 0.96) {
    const next = wrap(words, narrower, measure);
    if (next.length > lines.length || next.some((line) => measure(line) > narrower)) break;
    best = next;
  }
  return best;
}

/** Splits words that are longer than a line. */
const breakWords = (words: readonly string[], width: number, measure: Measure): string[] =>
  words.flatMap((word) => {
    const pieces = [""];
    for (const character of word) {
      const longer = pieces.at(-1) + character;
      if (measure(longer) <= width) pieces.splice(-1, 1, longer);
      else pieces.push(character);
    }
    return pieces;
  });

function cut(lines: readonly string[], width: number, measure: Measure): string[] {
  const kept = lines.slice(0, MOST_LINES);
  if (kept.length === lines.length) return kept;
  let last = kept.pop() ?? "";
  while (last !== "" && measure(last + ELLIPSIS) > width) last = [...last].slice(0, -1).join("").trimEnd();
  return [...kept, last + ELLIPSIS];
}
