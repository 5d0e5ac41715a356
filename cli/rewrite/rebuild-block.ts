// A mapping or a list of a file, and the pieces it will be made of → the characters that hold it then. A piece that was there keeps its
// lines, the comments directly above it included, wherever it goes. The caller parses the result.

import { dashesOf } from "../content/yaml/parse-nodes.ts";
import { writeYaml } from "../content/yaml/write-yaml.ts";
import { keyOfPair, type Range, type YamlNode } from "../content/yaml/yaml-tree.ts";
import { isBlock } from "./block-lines.ts";
import { type Collection, isCollection } from "./find-text.ts";
import { type Splice, spliced } from "./splice.ts";

export interface BlockPiece {
  /** Of a mapping. */
  readonly key?: string | undefined;
  /** Its position before; undefined for a new piece. */
  readonly from?: number | undefined;
  readonly value: unknown;
  /** What changes within it; a piece without them is replaced as a whole. */
  readonly splices?: readonly Splice[] | undefined;
}

interface Rebuilt {
  readonly splice: Splice;
  /** What is gone, with its comments. */
  readonly gone: readonly string[];
}

/** undefined where it is between brackets and has comments there. */
export const rebuildBlock = (node: Collection, text: string, pieces: readonly BlockPiece[], isRoot: boolean) =>
  node.isFlow ? rebuildFlow(node, text, pieces) : rebuildLines(node, text, pieces, isRoot);

/** A field or an item; items have no key. */
interface Part {
  readonly key?: YamlNode;
  readonly value: YamlNode;
}

const partsOf = (node: Collection): readonly Part[] =>
  node.kind === "mapping" ? node.items : node.items.map((value) => ({ value }));

/** A part that stays, with what changes in it, under another key where it has been renamed. */
function partText(part: (Part & Range) | undefined, { key, splices }: BlockPiece, text: string): string | undefined {
  if (!part || !splices) return undefined;
  const old = part.key;
  if (key === undefined || old?.kind !== "scalar" || keyOfPair(old) === key) return spliced(text, splices, part);
  return spliced(text, [{ start: old.start, end: old.end, text: writeYaml(key) }, ...splices], part);
}

const newValue = ({ key, value }: BlockPiece): unknown => (key === undefined ? [value] : { [key]: value });

function rebuildFlow(node: Collection, text: string, pieces: readonly BlockPiece[]): Rebuilt | undefined {
  const parts = partsOf(node).map((part) => ({ ...part, start: (part.key ?? part.value).start, end: part.value.end }));
  const [first, second] = parts;
  const gap = first && second ? text.slice(first.end, second.start) : ", ";
  if (!first || gap.includes("#")) return undefined;
  // A new piece is written in brackets of its own, which go.
  const newText = (piece: BlockPiece) => writeYaml(newValue(piece)).replace(/^[[{]\s+(.*?)\s+[\]}]$/s, "$1");
  const written = pieces.map((piece) => partText(parts[piece.from ?? -1], piece, text) ?? newText(piece));
  return { splice: { start: first.start, end: parts.at(-1)?.end ?? first.end, text: written.join(gap) }, gone: [] };
}

/** A part that has lines. */
interface LinePart extends Part, Range {
  /** Lines above it: empty ones, and comments apart from it. */
  readonly gap: string;
  /** Lines of comments directly above it. */
  readonly lead: string;
}

function rebuildLines(node: Collection, text: string, pieces: readonly BlockPiece[], isRoot: boolean): Rebuilt {
  const { start, column, isOwnLine, parts } = openLines(node, text, isRoot);
  const stays = new Set(pieces.map(({ from }) => parts[from ?? -1]));
  const kept = new Set(pieces.map(({ from, splices }) => splices && parts[from ?? -1]));
  const isList = node.kind === "list";
  const left = commentsLeft(node, parts, stays);
  const margin = " ".repeat(column);
  const written = pieces.map((piece, index) => {
    const part = parts[piece.from ?? -1];
    const gap = part && part !== parts[0] ? part.gap : usualGap(parts);
    const above = (part ? (left.get(part) ?? "") : "") + (index === 0 ? "" : gap) + (part?.lead ?? "");
    const body = margin + (partText(part, piece, text) ?? newLines(piece, node).replaceAll(/\n(?=.)/g, `\n${margin}`));
    // Behind a dash there is no line for a comment.
    return index === 0 && !isOwnLine ? withLines(body, above) : above + body;
  });
  const whole = withLines(written.join("\n"), left.get(undefined) ?? "");
  return {
    splice: { start, end: parts.at(-1)?.end ?? start, text: isOwnLine ? whole : whole.slice(column) },
    gone: parts
      .filter((part) => !kept.has(part))
      .map((part) => (isList ? part.lead : "") + text.slice(part.start, part.end)),
  };
}

/** A text, and whole lines below it. */
const withLines = (text: string, lines: string): string => (lines === "" ? text : `${text}\n${lines.slice(0, -1)}`);

/** Comments above what goes, by what they will be above: all of a field's, and those that are apart from an item. */
function commentsLeft(node: Collection, parts: readonly LinePart[], stays: ReadonlySet<LinePart | undefined>) {
  const left = new Map<LinePart | undefined, string>();
  for (const [index, part] of parts.entries()) {
    const comments = node.kind === "mapping" ? part.gap + part.lead : part.gap;
    if (stays.has(part) || !comments.includes("#")) continue;
    const next = parts.find((other, later) => later > index && stays.has(other));
    left.set(next, (left.get(next) ?? "") + comments);
  }
  return left;
}

/** The parts of a block. It starts with the comments above its first part, unless that is behind a dash, or these are above the whole file. */
function openLines(node: Collection, text: string, isRoot: boolean) {
  const starts = node.kind === "mapping" ? node.items.map(({ key }) => key.start) : dashesOf(node, text);
  const [first = 0] = starts;
  const column = first - (text.lastIndexOf("\n", first - 1) + 1);
  const isOwnLine = text.slice(first - column, first).trim() === "";
  const aboveFirst = isOwnLine && !isRoot ? linesAbove(text.slice(0, first - column), Number.POSITIVE_INFINITY) : "";
  const contentEnd = (index: number) => Math.max(starts[index] ?? 0, keptEnd(partsOf(node)[index]?.value, text));
  const above = starts.map((start, index) =>
    index === 0 ? aboveFirst : linesAbove(text.slice(contentEnd(index - 1), start - column), column),
  );
  const parts = partsOf(node).map((part, index): LinePart => {
    const [lead = ""] = /(?: *#.*\n)*$/.exec(above[index] ?? "") ?? [];
    const next = starts[index + 1];
    const end = next === undefined ? endOf(node, text, column) : next - column - 1 - (above[index + 1] ?? "").length;
    return {
      ...part,
      gap: (above[index] ?? "").slice(0, -lead.length || undefined),
      lead,
      start: starts[index] ?? 0,
      end,
    };
  });
  const start = isOwnLine ? first - column - (parts[0]?.lead ?? "").length : first;
  return { start, column, isOwnLine, parts };
}

/** The empty lines and comments that a text ends with; comments that are indented further belong to what is above them. */
function linesAbove(text: string, column: number): string {
  const lines = text.split(/(?<=\n)/);
  const isAbove = (line: string) => line.trim() === "" || (/^ *(?=#)/.exec(line)?.[0].length ?? Number.NaN) <= column;
  return lines.slice(lines.findLastIndex((line) => !isAbove(line)) + 1).join("");
}

/** The end of a text that keeps the empty lines below it, where it is the last of a value; 0 where there is none. */
function keptEnd(node: YamlNode | undefined, text: string): number {
  if (node?.kind === "mapping") return keptEnd(node.items.at(-1)?.value, text);
  if (node?.kind === "list") return keptEnd(node.items.at(-1), text);
  const isKept = node?.kind === "scalar" && isBlock(node.style) && /^\S*\+/.test(text.slice(node.start));
  return isKept ? node.end : 0;
}

/** With the comment behind its last value, and those below it that are indented further. */
function endOf(node: Collection, text: string, column: number): number {
  const { end } = node;
  const comments = new RegExp(`[^\\n]*(?:\\n(?: *| {${column + 1},}#[^\\n]*)(?=\\n|$))*`, "y");
  comments.lastIndex = text[end - 1] === "\n" ? end - 1 : end;
  comments.test(text);
  return Math.max(text.slice(0, comments.lastIndex).trimEnd().length, keptEnd(node, text) - 1);
}

/** Empty lines alone, as between most of the parts. */
function usualGap([, ...parts]: readonly LinePart[]): string {
  const gaps = parts.map(({ gap }) => gap.replaceAll(/^.*#.*\n/gm, ""));
  return gaps.sort((a, b) => a.length - b.length)[Math.floor(gaps.length / 2)] ?? "";
}

/** A new piece on lines of its own, or in brackets where all other items are. */
function newLines(piece: BlockPiece, node: Collection): string {
  const isInBrackets = node.kind === "list" && node.items.every((item) => isCollection(item) && item.isFlow);
  if (isInBrackets && typeof piece.value === "object") return `- ${writeYaml(piece.value)}`;
  return writeYaml(newValue(piece), "block");
}
