// The words of a page before and after → added, removed, changed and moved blocks, and the changes within a block word by word. Pure.
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
  /** The nearest heading above; "" if there is none. */
  readonly under: string;
  /** "same" and "removed" together are the words before, "same" and "added" the words after. */
  readonly parts: readonly ChangedPart[];
}

/** With more pairs, a page is rewritten from top to bottom, and its blocks are not paired. */
const MOST_PAIRS = 10_000;
/** Blocks that share fewer words are two texts, and not one that was changed. */
const LEAST_ALIKE = 0.35;

export function compareTexts(before: readonly TextBlock[], after: readonly TextBlock[]): WordsChange[] {
  const keyOf = ({ text, isHeading }: TextBlock) => `${isHeading ? "#" : ""}${text}`;
  const hunks = sequenceDiff(before, after, keyOf).filter(({ isSame }) => !isSame);
  const removedBlocks = hunks.flatMap((hunk) => hunk.before);
  const origins = new Map<TextBlock, TextBlock>();
  for (const block of hunks.flatMap((hunk) => hunk.after)) {
    const origin = takeFirst(removedBlocks, ({ text }) => text === block.text);
    if (origin) origins.set(block, origin);
  }
  const remaining = new Set(removedBlocks);
  return hunks.flatMap((hunk) => [
    ...alignBlocks(
      hunk.before.filter((block) => remaining.has(block)),
      hunk.after.filter((block) => !origins.has(block)),
    ),
    ...hunk.after
      .filter((block) => origins.has(block))
      .map((block) => wordsChange("moved", block, [{ state: "same", text: block.text }])),
  ]);
}

/** Pairs blocks by the words that they share, those with the most first. Removed blocks come before the others. */
function alignBlocks(removedBlocks: readonly TextBlock[], addedBlocks: readonly TextBlock[]): WordsChange[] {
  const pairs = (removedBlocks.length * addedBlocks.length > MOST_PAIRS ? [] : removedBlocks)
    .flatMap((old) => addedBlocks.map((next) => ({ old, next, likeness: likenessOf(old.text, next.text) })))
    .filter(({ likeness }) => likeness >= LEAST_ALIKE)
    .sort((a, b) => b.likeness - a.likeness);
  const paired = new Set<TextBlock>();
  const origins = new Map<TextBlock, TextBlock>();
  for (const { old, next } of pairs) {
    if (paired.has(old) || origins.has(next)) continue;
    paired.add(old);
    origins.set(next, old);
  }
  return [
    ...removedBlocks.filter((block) => !paired.has(block)).map((block) => wholeText("removed", block)),
    ...addedBlocks.map((next) => {
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

/** Splits texts into words and what is between them, also in languages without blanks. */
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
    // A blank or a comma between two changes is a part of them: "[old words] [new words]", not word for word.
    const isBetween = index > 0 && index < segments.length - 1 && !/[\p{L}\p{N}]/u.test(text);
    if (isSame && !isBetween) {
      close();
      parts.push({ state: "same", text });
    } else run = { removed: run.removed + text, added: run.added + next.join("") };
  }
  close();
  return parts;
}

/** 1 for the same words, 0 for texts without a common word. */
function likenessOf(before: string, after: string): number {
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const old = wordsOf(before);
  const next = wordsOf(after);
  if (old.length + next.length === 0) return 1;
  const shared = next.length - onlyIn(next, old).length;
  return (2 * shared) / (old.length + next.length);
}
