// Marked text → the text without marks, and the sources of its words.
import { type Alphabet, markPattern, readNumber } from "./mark-alphabet.ts";
import { type Piece, type Run, runsWithin, type TextNode, type TextNodes } from "./source-texts.ts";

export interface ReadText {
  readonly plain: string;
  /** Nested ones come after the outer ones. */
  readonly runs: readonly Run[];
  /** Text nodes of which a part is here that cannot be followed. */
  readonly lost: readonly Lost[];
}

export interface Lost {
  readonly textNode: TextNode;
  readonly reason: string;
}

const TAKEN_APART = "a template takes these words apart";
const CHANGED = "a template changes these words";

/** Without the marks: the page as it would have been. The remains of cut marks stay, which reveals them. */
export const stripMarks = (text: string, alphabet: Alphabet): string => text.replace(markPattern(alphabet), "");

/** `asPlain` undoes the escaping of its context, as in JSON. */
export function readMarks(
  text: string,
  alphabet: Alphabet,
  textNodes: Pick<TextNodes, "byId">,
  asPlain: (written: string) => string = (written) => written,
): ReadText {
  const { plain, frames, torn } = takeOff(text, alphabet, textNodes);
  const lost: Lost[] = torn.map((textNode) => ({ textNode, reason: TAKEN_APART }));
  const runs: Run[] = [];
  for (const { textNode, start, end } of frames) {
    const found = findRun(textNode, plain, start, end, asPlain);
    if (!found) {
      lost.push({ textNode, reason: CHANGED });
      continue;
    }
    runs.push({ start: found.start, end: found.end, sourcePosition: textNode.sourcePosition });
    for (const piece of found.pieces) runs.push(...runsWithin(textNode, piece));
  }
  return { plain, runs, lost };
}

interface Frame {
  readonly textNode: TextNode;
  readonly start: number;
  readonly end: number;
}

function takeOff(
  text: string,
  alphabet: Alphabet,
  textNodes: Pick<TextNodes, "byId">,
): { plain: string; frames: Frame[]; torn: TextNode[] } {
  const frames: (Frame & { readonly order: number })[] = [];
  const torn = new Set<TextNode>();
  const opened: { readonly textNode: TextNode; readonly start: number; readonly order: number }[] = [];
  let plain = "";
  let last = 0;
  for (const { 0: whole, 1: side, 2: number = "", index } of text.matchAll(markPattern(alphabet))) {
    plain += text.slice(last, index);
    last = index + whole.length;
    const textNode = textNodes.byId(readNumber(alphabet, number));
    if (!textNode) continue;
    if (side === alphabet.open) {
      opened.push({ textNode, start: plain.length, order: opened.length + frames.length });
      continue;
    }
    const match = opened.findLastIndex((one) => one.textNode === textNode);
    if (match === -1) torn.add(textNode);
    // An inner mark that was not closed was cut off.
    for (const one of opened.splice(match === -1 ? opened.length : match + 1)) torn.add(one.textNode);
    const begun = match === -1 ? undefined : opened.pop();
    if (begun) frames.push({ ...begun, end: plain.length });
  }
  plain += text.slice(last);
  for (const { textNode } of opened) torn.add(textNode);
  // Outer ones first: inner ones take precedence.
  frames.sort((a, b) => a.start - b.start || b.end - a.end || a.order - b.order);
  return { plain, frames, torn: [...torn] };
}

interface FoundRun {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** The words of a text node between its marks, equal except for case; undefined where they are others. */
function findRun(
  { plain: words, sourcePosition }: TextNode,
  text: string,
  start: number,
  end: number,
  asPlain: (written: string) => string,
): FoundRun | undefined {
  const whole = { start, end, pieces: [{ at: start, from: 0, to: words.length }] };
  const shown = text.slice(start, end);
  // A picture appears as the address of its file.
  if (sourcePosition.kind === "image") return { start, end, pieces: [] };
  if (shown === words || isSameButCase(shown, words)) return whole;
  if (asPlain(shown) === words) return { start, end, pieces: [] };
  return findPattern(words, text, start, end);
}

const isSameButCase = (one: string, other: string) =>
  one.length === other.length && one.toLowerCase() === other.toLowerCase();

const BLANK = /\{[a-z]+\}/g;

/** A text whose blanks a template has filled in. */
function findPattern(words: string, text: string, start: number, end: number): FoundRun | undefined {
  const literals: { readonly from: number; readonly to: number }[] = [];
  let from = 0;
  for (const { 0: blank, index } of words.matchAll(BLANK)) {
    literals.push({ from, to: index });
    from = index + blank.length;
  }
  if (literals.length === 0) return undefined;
  literals.push({ from, to: words.length });
  const pieces: Piece[] = [];
  let at = start;
  for (const [index, literal] of literals.entries()) {
    const wanted = words.slice(literal.from, literal.to);
    const isFirst = index === 0;
    const isLast = index === literals.length - 1;
    const found = isFirst ? start : isLast ? end - wanted.length : text.indexOf(wanted, at);
    if (found < at || found + wanted.length > end || !text.startsWith(wanted, found)) return undefined;
    pieces.push({ at: found, ...literal });
    at = found + wanted.length;
  }
  return { start, end, pieces };
}
