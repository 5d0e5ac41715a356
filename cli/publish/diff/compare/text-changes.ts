// The words of a page before and after → what was added, removed, changed or moved, block by block, and inside of a block word by word. Pure.
import { onlyIn, sequenceDiff, takeFirst } from "./sequence-diff.ts";
import type { TextBlock } from "./text-blocks.ts";

export interface ChangedPart {
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
  readonly parts: readonly ChangedPart[];
}

/** A page that is rewritten from top to bottom is not compared block with block. */
const MOST_PAIRS = 10_000;
/** Blocks that share fewer words are two texts, not one that was changed. */
const LEAST_ALIKE = 0.35;

export function compareTexts(before: readonly TextBlock[], after: readonly TextBlock[]): WordsChange[] {
  const keyOf = ({ text, isHeading }: TextBlock) => `${isHeading ? "#" : ""}${text}`;
  const hunks = sequenceDiff(before, after, keyOf).filter(({ isSame }) => !isSame);
  const gone = hunks.flatMap((hunk) => hunk.before);
  const moved = new Map<TextBlock, TextBlock>();
  for (const block of hunks.flatMap((hunk) => hunk.after)) {
    const origin = takeFirst(gone, ({ text }) => text === block.text);
    if (origin) moved.set(block, origin);
  }
  const left = new Set(gone);
  return hunks.flatMap((hunk) => [
    ...alignBlocks(
      hunk.before.filter((block) => left.has(block)),
      hunk.after.filter((block) => !moved.has(block)),
    ),
    ...hunk.after
      .filter((block) => moved.has(block))
      .map((block) => wordsChange("moved", block, [{ state: "same", text: block.text }])),
  ]);
}

/** Pairs blocks by the words that they share, those with the most first. Removed blocks come before the others. */
function alignBlocks(removed: readonly TextBlock[], added: readonly TextBlock[]): WordsChange[] {
  const pairs = (removed.length * added.length > MOST_PAIRS ? [] : removed)
    .flatMap((old) => added.map((next) => ({ old, next, likeness: likenessOf(old.text, next.text) })))
    .filter(({ likeness }) => likeness >= LEAST_ALIKE)
    .sort((a, b) => b.likeness - a.likeness);
  const taken = new Set<TextBlock>();
  const origins = new Map<TextBlock, TextBlock>();
  for (const { old, next } of pairs) {
    if (taken.has(old) || origins.has(next)) continue;
    taken.add(old);
    origins.set(next, old);
  }
  return [
    ...removed.filter((block) => !taken.has(block)).map((block) => wholeText("removed", block)),
    ...added.map((next) => {
      const old = origins.get(next);
      return old ? wordsChange("changed", next, compareWords(old.text, next.text)) : wholeText("added", next);
    }),
  ];
}

function wordsChange(kind: WordsChange["kind"], { isHeading, under }: TextBlock, parts: ChangedPart[]): WordsChange {
  return { what: "words", kind, isHeading, under, parts };
}

export const wholeText = (kind: "added" | "removed", block: TextBlock): WordsChange =>
  wordsChange(kind, block, [{ state: kind, text: block.text }]);

/** Words with the blank behind them; languages without blanks word by word, too. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const tokensOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

function compareWords(before: string, after: string): ChangedPart[] {
  const parts: ChangedPart[] = [];
  let run = { removed: "", added: "" };
  const close = () => {
    for (const state of ["removed", "added"] as const) if (run[state] !== "") parts.push({ state, text: run[state] });
    run = { removed: "", added: "" };
  };
  const segments = sequenceDiff(tokensOf(before), tokensOf(after), (token) => token);
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
  const shared = next.length - onlyIn(next, old).length;
  return (2 * shared) / (old.length + next.length);
}
