// A mapping or a list of a file, and the pieces it will be made of → the characters that hold it then. A piece that was there keeps its
// lines, the comments directly above it included, wherever it goes. The caller parses the result.

import { dashesOf } from "../content/yaml/parse-nodes.ts";
import { writeYaml } from "../content/yaml/write-yaml.ts";
import { keyOfPair, type Range, type YamlNode } from "../content/yaml/yaml-tree.ts";
import { type Collection, isCollection } from "./find-text.ts";
import { type Splice, spliced } from "./splice.ts";

export interface BlockPiece {
  /** Of a mapping. */
  readonly key?: string | undefined;
  /** Its position before; undefined for a new piece. */
  readonly from?: number | undefined;
  readonly value: unknown;
  /** What changes within it; a piece without them is written anew. */
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
  const starts = node.kind === "mapping" ? node.items.map(({ key }) => key.start) : dashesOf(node, text);
  const [first = 0] = starts;
  const column = first - (text.lastIndexOf("\n", first - 1) + 1);
  const margin = " ".repeat(column);
  // Behind a dash there is no line for a comment.
  const isOwnLine = text.slice(first - column, first).trim() === "";
  const parts = lineParts(node, text, starts, column, isOwnLine && !isRoot);
  const isGone = (part: LinePart) => pieces.every(({ from }) => parts[from ?? -1] !== part);
  /** Comments above what is gone, before what followed it. */
  const leftBefore = (next: LinePart | undefined) =>
    parts
      .filter((part, at) => isGone(part) && parts.find((other, later) => later > at && !isGone(other)) === next)
      .map(({ gap, lead }) => (node.kind === "mapping" ? gap + lead : gap))
      .filter((comments) => comments.includes("#"))
      .join("");
  const written = pieces.map((piece, index) => {
    const part = parts[piece.from ?? -1];
    const gap = part && part !== parts[0] ? part.gap : usualGap(parts);
    const above = (part ? leftBefore(part) : "") + (index === 0 ? "" : gap) + (part?.lead ?? "");
    const body = margin + (partText(part, piece, text) ?? newLines(piece, node).replaceAll(/\n(?=.)/g, `\n${margin}`));
    if (index > 0 || isOwnLine) return above + body;
    return [body, ...above.split("\n").slice(0, -1)].join("\n");
  });
  const left = leftBefore(undefined).split("\n").slice(0, -1);
  const whole = [...written, ...left].join("\n");
  const start = isOwnLine ? first - column - (parts[0]?.lead ?? "").length : first;
  const textOf = (part: LinePart) => text.slice(part.start, part.end);
  const lost = parts.filter(isGone).map((part) => (node.kind === "mapping" ? "" : part.lead) + textOf(part));
  const rewritten = pieces.flatMap(({ from = -1, splices }) => (splices ? [] : (parts[from] ?? []))).map(textOf);
  return {
    splice: { start, end: parts.at(-1)?.end ?? first, text: isOwnLine ? whole : whole.slice(column) },
    gone: [...lost, ...rewritten],
  };
}

function lineParts(
  node: Collection,
  text: string,
  starts: readonly number[],
  column: number,
  hasLead: boolean,
): LinePart[] {
  const lineStarts = starts.map((start) => start - column);
  const aboveOf = (index: number): string => {
    if (index > 0) return linesAbove(text.slice(starts[index - 1], lineStarts[index]), column);
    return hasLead ? linesAbove(text.slice(0, lineStarts[0]), Number.POSITIVE_INFINITY) : "";
  };
  return partsOf(node).map((part, index) => {
    const above = aboveOf(index);
    const [lead = ""] = /(?: *#.*\n)*$/.exec(above) ?? [];
    const [start = 0, next] = starts.slice(index);
    const end = next === undefined ? endOf(node, text, column) : next - column - 1 - aboveOf(index + 1).length;
    return { ...part, gap: above.slice(0, above.length - lead.length), lead, start, end };
  });
}

/** The empty lines and comments that a text ends with; comments that are indented further belong to what is above them. */
function linesAbove(text: string, column: number): string {
  const lines = text.split(/(?<=\n)/);
  const isAbove = (line: string) => line.trim() === "" || (/^ *(?=#)/.exec(line)?.[0].length ?? Number.NaN) <= column;
  return lines.slice(lines.findLastIndex((line) => !isAbove(line)) + 1).join("");
}

/** With the comment behind its last value, and those below it that are indented further. */
function endOf({ end }: Collection, text: string, column: number): number {
  const comments = new RegExp(`[^\\n]*(?:\\n(?: *| {${column + 1},}#[^\\n]*)(?=\\n|$))*`, "y");
  comments.lastIndex = text[end - 1] === "\n" ? end - 1 : end;
  comments.test(text);
  return text.slice(0, comments.lastIndex).trimEnd().length;
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
