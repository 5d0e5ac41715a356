// The words of a page before and after → what was added, removed, changed or moved, block by block, and inside of a block word by word. Pure.
import type { TextBlock } from "./page-facts.ts";
import { segmentsOf } from "./sequence-diff.ts";

export interface TextPart {
  readonly state: "same" | "added" | "removed";
  readonly text: string;
}

export interface WordsChange {
  readonly what: "words";
  /** "moved": the same words at another place of the page. */
  readonly kind: "added" | "removed" | "changed" | "moved";
  readonly isHeading: boolean;
  /** The nearest heading above; "" where there is none. */
  readonly under: string;
  /** "same" and "removed" together are the words before, "same" and "added" the words after. */
  readonly parts: readonly TextPart[];
}

/** A page that is rewritten from top to bottom is not compared block with block. */
const MOST_PAIRS = 10_000;
/** Blocks that share fewer words are two texts, not one that was changed. */
const LEAST_ALIKE = 0.35;

interface Hunk {
  readonly removed: readonly TextBlock[];
  readonly added: readonly TextBlock[];
}

export function compareTexts(before: readonly TextBlock[], after: readonly TextBlock[]): WordsChange[] {
  const hunks = hunksOf(before, after);
  const moved = movedTexts(hunks);
  return hunks.flatMap(({ removed, added }) => {
    const left = removed.filter((block) => !moved.from.has(block));
    const come = added.filter((block) => !moved.to.has(block));
    const changes = [...alignBlocks(left, come), ...added.filter((block) => moved.to.has(block)).map(movedBlock)];
    return changes;
  });
}

/** Runs of blocks that are in one of the two only. */
const hunksOf = (before: readonly TextBlock[], after: readonly TextBlock[]): Hunk[] =>
  segmentsOf(before, after, ({ text, isHeading }) => `${isHeading ? "#" : ""}${text}`)
    .filter(({ isSame }) => !isSame)
    .map((segment) => ({ removed: segment.before, added: segment.after }));

function movedTexts(hunks: readonly Hunk[]) {
  const from = new Set<TextBlock>();
  const to = new Set<TextBlock>();
  const gone = new Map<string, TextBlock[]>();
  for (const block of hunks.flatMap(({ removed }) => removed))
    gone.set(block.text, [...(gone.get(block.text) ?? []), block]);
  for (const block of hunks.flatMap(({ added }) => added)) {
    const origin = gone.get(block.text)?.shift();
    if (!origin) continue;
    from.add(origin);
    to.add(block);
  }
  return { from, to };
}

/** Which block became which: the pairs, in their order, that have most words in common. */
function alignBlocks(removed: readonly TextBlock[], added: readonly TextBlock[]): WordsChange[] {
  if (removed.length * added.length > MOST_PAIRS)
    return [
      ...removed.map((block) => wholeBlock("removed", block)),
      ...added.map((block) => wholeBlock("added", block)),
    ];
  const likeness = removed.map((old) => added.map((next) => likenessOf(old.text, next.text)));
  // best[i][j]: the most likeness that the blocks from i and j on can have.
  const best = Array.from({ length: removed.length + 1 }, () => new Array<number>(added.length + 1).fill(0));
  const at = (table: readonly (readonly number[])[], row: number, column: number) => table[row]?.[column] ?? 0;
  const pairAt = (row: number, column: number) => {
    const alike = at(likeness, row, column);
    return alike < LEAST_ALIKE ? -1 : alike + at(best, row + 1, column + 1);
  };
  for (let row = removed.length - 1; row >= 0; row--)
    for (let column = added.length - 1; column >= 0; column--)
      (best[row] as number[])[column] = Math.max(
        at(best, row + 1, column),
        at(best, row, column + 1),
        pairAt(row, column),
      );
  const changes: WordsChange[] = [];
  let [row, column] = [0, 0];
  while (row < removed.length || column < added.length) {
    const [old, next] = [removed[row], added[column]];
    const here = at(best, row, column);
    if (old && next && pairAt(row, column) === here && here > 0) {
      changes.push(changedBlock(old, next));
      [row, column] = [row + 1, column + 1];
    } else if (old && (!next || at(best, row + 1, column) === here)) {
      changes.push(wholeBlock("removed", old));
      row++;
    } else if (next) {
      changes.push(wholeBlock("added", next));
      column++;
    }
  }
  return changes;
}

const wholeBlock = (kind: "added" | "removed", { text, isHeading, under }: TextBlock): WordsChange => ({
  ...{ what: "words", kind, isHeading, under },
  parts: [{ state: kind, text }],
});

const movedBlock = ({ text, isHeading, under }: TextBlock): WordsChange => ({
  ...{ what: "words", kind: "moved", isHeading, under },
  parts: [{ state: "same", text }],
});

const changedBlock = (before: TextBlock, after: TextBlock): WordsChange => ({
  ...{ what: "words", kind: "changed", isHeading: after.isHeading, under: after.under },
  parts: compareWords(before.text, after.text),
});

/** Words with the blank behind them; languages without blanks word by word, too. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const tokensOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

export function compareWords(before: string, after: string): TextPart[] {
  const parts: TextPart[] = [];
  let run = { removed: "", added: "" };
  const close = () => {
    for (const state of ["removed", "added"] as const) if (run[state] !== "") parts.push({ state, text: run[state] });
    run = { removed: "", added: "" };
  };
  const segments = segmentsOf(tokensOf(before), tokensOf(after), (token) => token);
  for (const [index, { isSame, before: old, after: next }] of segments.entries()) {
    const text = old.join("");
    // A blank or a comma between two changes is read as part of them: "[old words] [new words]", not word for word.
    const isBetween = index > 0 && index < segments.length - 1 && !/[\p{L}\p{N}]/u.test(text);
    if (isSame && !isBetween) {
      close();
      parts.push({ state: "same", text });
    } else run = { removed: run.removed + text, added: run.added + next.join("") };
  }
  close();
  return parts;
}

/** 1 for the same words, 0 where none is in both. */
function likenessOf(before: string, after: string): number {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [old, next] = [words(before), words(after)];
  if (old.length + next.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const word of old) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of next) {
    const count = counts.get(word) ?? 0;
    if (count === 0) continue;
    counts.set(word, count - 1);
    shared++;
  }
  return (2 * shared) / (old.length + next.length);
}
