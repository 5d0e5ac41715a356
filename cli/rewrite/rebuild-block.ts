// A mapping or a list of a file, and the pieces it will be made of → the characters that hold it then. A piece that was there keeps its
// lines, the comments directly above it included, wherever it goes. The caller parses the result.

import { dashesOf } from "../content/yaml/parse-nodes.ts";
import type { ReadYaml } from "../content/yaml/read-yaml.ts";
import { writeYaml } from "../content/yaml/write-yaml.ts";
import type { Range } from "../content/yaml/yaml-tree.ts";
import type { AlignedPart } from "./align-parts.ts";
import { type Collection, isCollection } from "./locate-text.ts";
import { type Splice, spliced } from "./splice.ts";

export interface BlockPiece extends AlignedPart {
  readonly value: unknown;
  /** What changes within it; a piece without them is replaced as a whole. */
  readonly splices: readonly Splice[] | undefined;
}

interface Rebuilt {
  readonly splice: Splice;
  /** What is gone, with its comments. */
  readonly goneLines: readonly string[];
}

/** undefined where it is between brackets and has comments there. */
export const rebuildBlock = (node: Collection, yaml: ReadYaml, pieces: readonly BlockPiece[]) =>
  node.isFlow ? rebuildFlow(node, yaml.text, pieces) : rebuildLines(node, yaml, pieces);

/** From the beginnings of its keys or items to the ends of their values. */
const rangesOf = (node: Collection): readonly Range[] =>
  node.kind === "list" ? node.items : node.items.map(({ key, value }) => ({ start: key.start, end: value.end }));

/** A piece that stays, with what changes in it. */
const originalText = (text: string, part: Range | undefined, { splices }: BlockPiece): string | undefined =>
  part && splices && spliced(text, splices, part);

const newValue = ({ key, value }: BlockPiece): unknown => (key === undefined ? [value] : { [key]: value });

function rebuildFlow(node: Collection, text: string, pieces: readonly BlockPiece[]): Rebuilt | undefined {
  const parts = rangesOf(node);
  const [first, second] = parts;
  const gap = first && second ? text.slice(first.end, second.start) : ", ";
  if (!first || gap.includes("#")) return undefined;
  // A new piece is written in brackets of its own, which go.
  const newText = (piece: BlockPiece) => writeYaml(newValue(piece)).replace(/^[[{]\s+(.*?)\s+[\]}]$/s, "$1");
  const texts = pieces.map((piece) => originalText(text, parts[piece.from], piece) ?? newText(piece));
  return {
    splice: { start: first.start, end: parts.at(-1)?.end ?? first.end, text: texts.join(gap) },
    goneLines: [],
  };
}

/** A field or an item that has lines. */
interface LinePart extends Range {
  /** Lines above it that stay if it goes: empty ones, and comments, of an item those apart from it. */
  readonly gap: string;
  /** Lines of comments directly above an item. */
  readonly lead: string;
}

function rebuildLines(node: Collection, yaml: ReadYaml, pieces: readonly BlockPiece[]): Rebuilt {
  const { text } = yaml;
  const { start, column, isOwnLine, parts } = openLines(node, yaml);
  const margin = " ".repeat(column);
  const newGap = usualGap(parts);
  const { gaps, below } = gapsBetween(parts, pieces, newGap);
  const texts = pieces.map((piece, index) => {
    const gap = gaps.get(piece.from) ?? newGap;
    const part = parts[piece.from];
    const above = (index === 0 ? gap.replace(/^(?: *\n)+/, "") : gap) + (part?.lead ?? "");
    const itemLines = originalText(text, part, piece) ?? newLines(piece, node).replaceAll(/\n(?=.)/g, `\n${margin}`);
    // Behind a dash there is no line for a comment.
    return index === 0 && !isOwnLine ? withLinesBelow(margin + itemLines, above) : above + margin + itemLines;
  });
  const block = withLinesBelow(texts.join("\n"), below);
  const kept = new Set(pieces.map(({ from, splices }) => (splices ? from : -1)));
  const removed = parts.filter((_, index) => !kept.has(index));
  return {
    splice: { start, end: parts.at(-1)?.end ?? start, text: isOwnLine ? block : block.slice(column) },
    goneLines: removed.map(({ lead, start, end }) => lead + text.slice(start, end)),
  };
}

const withLinesBelow = (text: string, lines: string): string =>
  lines === "" ? text : `${text}\n${lines.slice(0, -1)}`;

/** What is above each part that stays, and below the last: comments above those that go are then above what follows. */
function gapsBetween(parts: readonly LinePart[], pieces: readonly BlockPiece[], newGap: string) {
  const positions = new Set(pieces.map(({ from }) => from));
  const gaps = new Map<number, string>();
  let comments = "";
  for (const [index, { gap }] of parts.entries()) {
    if (positions.has(index)) {
      gaps.set(index, comments + (index === 0 ? newGap : "") + gap);
      comments = "";
    } else if (gap.includes("#")) comments += gap;
  }
  return { gaps, below: comments };
}

/** The parts of a block. It starts with the comments above its first part, unless that is behind a dash, or these are above the whole file. */
function openLines(node: Collection, { text: source, root, nodes, positionAt }: ReadYaml) {
  const text = source.endsWith("\n") ? source : `${source}\n`;
  const starts = node.kind === "mapping" ? node.items.map(({ key }) => key.start) : dashesOf(node, text);
  const [first = 0] = starts;
  const column = positionAt(first).column - 1;
  const isOwnLine = text.slice(first - column, first).trim() === "";
  const firstAbove = isOwnLine && node !== root ? commentsAtEnd(text.slice(0, first - column)) : "";
  const [between = ""] = /^(?:\s|#.*)*/.exec(text.slice(node.end)) ?? [];
  const next = text.lastIndexOf("\n", node.end + between.length - 1) + 1;
  const lineStarts = [...starts.map((start) => start - column), next];
  // Comments that are indented further belong to what is above them, and so do the empty lines that a text keeps.
  const isBetween = new RegExp(`(?<![^\\n])(?: *\\n| {0,${column}}#.*\\n)*$`);
  const keepingTexts = nodes.filter(({ start, end }) => /^[|>]\d?\+.*\n$/s.test(text.slice(start, end)));
  const keptEnds = new Set(keepingTexts.map(({ end }) => end));
  const gapsBelow = rangesOf(node).map(({ end }, index) => {
    const from = keptEnds.has(end) ? end : starts[index];
    return isBetween.exec(text.slice(from, lineStarts[index + 1]))?.[0] ?? "";
  });
  const parts = starts.map((start, index): LinePart => {
    const above = gapsBelow[index - 1] ?? firstAbove;
    const lead = node.kind === "list" ? commentsAtEnd(above) : "";
    const end = (lineStarts[index + 1] ?? 0) - (gapsBelow[index] ?? "").length - 1;
    return { start, end, gap: above.slice(0, above.length - lead.length), lead };
  });
  return { start: isOwnLine ? first - column - firstAbove.length : first, column, isOwnLine, parts };
}

const commentsAtEnd = (text: string): string => /(?<![^\n])(?: *#.*\n)*$/.exec(text)?.[0] ?? "";

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
