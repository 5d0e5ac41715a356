// Marked text → the text without marks, and the sources of its words.

import { type Alphabet, markPattern, readNumber } from "./mark-alphabet.ts";
import { runsWithin, type SourceTexts, type TextNode, type TextPiece, type TextRun } from "./source-texts.ts";

export interface ReadText {
  readonly plain: string;
  /** Nested ones come after the outer ones. */
  readonly runs: readonly TextRun[];
  /** Text nodes with a part in this text that cannot be followed. */
  readonly lost: readonly Lost[];
}

interface Lost {
  readonly textNode: TextNode;
  readonly reason: string;
}

const TAKEN_APART = "a template takes these words apart";
const CHANGED = "a template changes these words";

/** The text without its marks. The remains of cut marks stay, which reveals them. */
export const stripMarks = (text: string, alphabet: Alphabet): string => text.replace(markPattern(alphabet), "");

/** `asPlain` undoes the escaping of its context, as in JSON. */
export function readMarks(
  text: string,
  alphabet: Alphabet,
  sourceTexts: Pick<SourceTexts, "byId">,
  asPlain: (text: string) => string = (text) => text,
): ReadText {
  const { plain, frames, cutOff } = takeOff(text, alphabet, sourceTexts);
  const lost: Lost[] = [...cutOff].map((textNode) => ({ textNode, reason: TAKEN_APART }));
  const runs: TextRun[] = [];
  for (const { textNode, start, end } of frames) {
    const pieces = piecesOf(textNode, plain, start, end, asPlain);
    if (!pieces) {
      lost.push({ textNode, reason: CHANGED });
      continue;
    }
    runs.push({ start, end, sourcePosition: textNode.sourcePosition });
    for (const piece of pieces) runs.push(...runsWithin(textNode, piece));
  }
  return { plain, runs, lost };
}

interface MarkedRun {
  readonly textNode: TextNode;
  readonly start: number;
  /** `OPEN` until its second mark is read. */
  end: number;
}

const OPEN = -1;

/** Outer frames come first: inner ones take precedence. */
function takeOff(
  text: string,
  alphabet: Alphabet,
  sourceTexts: Pick<SourceTexts, "byId">,
): { plain: string; frames: readonly MarkedRun[]; cutOff: ReadonlySet<TextNode> } {
  const frames: MarkedRun[] = [];
  const opened: MarkedRun[] = [];
  const cutOff = new Set<TextNode>();
  let plain = "";
  let last = 0;
  for (const { 0: mark, 1: side, 2: number = "", index } of text.matchAll(markPattern(alphabet))) {
    plain += text.slice(last, index);
    last = index + mark.length;
    const textNode = sourceTexts.byId(readNumber(alphabet, number));
    if (!textNode) continue;
    if (side === alphabet.open) {
      const frame = { textNode, start: plain.length, end: OPEN };
      frames.push(frame);
      opened.push(frame);
      continue;
    }
    const match = opened.findLastIndex((one) => one.textNode === textNode);
    if (match === -1) cutOff.add(textNode);
    else {
      // Inner marks that were not closed were cut off.
      const [frame, ...cut] = opened.splice(match);
      if (frame) frame.end = plain.length;
      for (const one of cut) cutOff.add(one.textNode);
    }
  }
  plain += text.slice(last);
  for (const { textNode } of opened) cutOff.add(textNode);
  return { plain, frames: frames.filter(({ end }) => end !== OPEN), cutOff };
}

/** The words between its marks: the same except for case, or with their blanks filled in; undefined where they are others. */
function piecesOf(
  { plain: words, sourcePosition }: TextNode,
  text: string,
  start: number,
  end: number,
  asPlain: (text: string) => string,
): TextPiece[] | undefined {
  const marked = text.slice(start, end);
  // A picture appears as the address of its file.
  if (sourcePosition.kind === "image") return [];
  if (marked === words || isSameButCase(marked, words)) return [{ at: start, from: 0, to: words.length }];
  return asPlain(marked) === words ? [] : findPattern(words, text, start, end);
}

const isSameButCase = (one: string, other: string) =>
  one.length === other.length && one.toLowerCase() === other.toLowerCase();

const BLANK = /\{[a-z]+\}/g;

/** A text whose blanks a template has filled in. */
function findPattern(words: string, text: string, start: number, end: number): TextPiece[] | undefined {
  const literals = words.split(BLANK);
  if (literals.length === 1) return undefined;
  const blanks = words.match(BLANK) ?? [];
  const escaped = literals.map((literal) => literal.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const match = new RegExp(`^(${escaped.join(").*?(")})$`, "ds").exec(text.slice(start, end));
  let from = 0;
  return match?.indices?.slice(1).map(([first, last] = [0, 0], index) => {
    const piece = { at: start + first, from, to: from + last - first };
    from = piece.to + (blanks[index]?.length ?? 0);
    return piece;
  });
}
