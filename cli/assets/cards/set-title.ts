// A title → its lines and their size, so that it always fits: it is wrapped first, then shrunk, and only then shortened. Pure.
import type { SetTitle, TitleSizes } from "../../../templates/kit/index.ts";
import { wrapWords } from "../../text/wrap-words.ts";

/** The width of a text in pixels at a size of one pixel. */
type Measure = (text: string) => number;

const ELLIPSIS = "…";

export function setTitle(
  title: string,
  width: number,
  { largest, smallest, step, mostLines }: TitleSizes,
  measure: Measure,
): SetTitle {
  const words = title.trim().split(/\s+/).filter(Boolean);
  for (let size = largest; size >= smallest; size -= step) {
    const lines = wrapWords(words, width / size, measure);
    if (lines.length <= mostLines && lines.every((line) => measure(line) * size <= width))
      return { lines: balance(words, lines, width / size, measure), size };
  }
  const most = width / smallest;
  const lines = wrapWords(breakWords(words, most, measure), most, measure);
  return { lines: shorten(lines, mostLines, most, measure), size: smallest };
}

/** Wraps into the same number of lines of the least width, so that no line has a single word. */
function balance(
  words: readonly string[],
  lines: readonly string[],
  width: number,
  measure: Measure,
): readonly string[] {
  let best = lines;
  for (let narrower = width * 0.96; narrower > width / 2; narrower *= 0.96) {
    const next = wrapWords(words, narrower, measure);
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

function shorten(lines: readonly string[], mostLines: number, width: number, measure: Measure): string[] {
  const visibleLines = lines.slice(0, mostLines);
  if (visibleLines.length === lines.length) return visibleLines;
  let last = visibleLines.pop() ?? "";
  while (last !== "" && measure(last + ELLIPSIS) > width) last = [...last].slice(0, -1).join("").trimEnd();
  return [...visibleLines, last + ELLIPSIS];
}
