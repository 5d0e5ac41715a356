// A mapping or a list of a file, and the pieces it will be made of → the characters that hold it then. A piece that was there keeps its
// lines, the comments directly above it included, wherever it goes. The caller parses the result.

import type { Path } from "../content/sources/source-document.ts";
import { dashesOf } from "../content/yaml/parse-nodes.ts";
import { writeYaml } from "../content/yaml/write-yaml.ts";
import { childOf, keyOfPair, type ListNode, type MappingNode, type YamlNode } from "../content/yaml/yaml-tree.ts";
import type { YamlPart } from "./locate-text.ts";
import type { Splice } from "./scalar-texts.ts";

export interface BlockPiece {
  /** Of a mapping. */
  readonly key?: string;
  /** Its position before; undefined for a new piece. */
  readonly from?: number;
  /** To be written; a piece without it keeps the value that it had. */
  readonly value?: unknown;
}

interface Rebuilt {
  readonly splice: Splice;
  /** What is gone, with its comments. */
  readonly lost: readonly string[];
}

type Collection = MappingNode | ListNode;

/** undefined where the value does not have lines, or a part between brackets, of its own. */
export function rebuildBlock({ root, text }: YamlPart, path: Path, pieces: readonly BlockPiece[]): Rebuilt | undefined {
  const node = path.reduce<YamlNode | undefined>((holder, step) => holder && childOf(holder, step), root);
  const isCollection = node?.kind === "mapping" || node?.kind === "list";
  if (!isCollection || node.items.length === 0 || pieces.length === 0) return undefined;
  return node.isFlow ? rebuildFlow(node, text, pieces) : rebuildLines(node, text, pieces, path.length === 0);
}

/** A field or an item; items have no key. */
interface Part {
  readonly key?: YamlNode;
  readonly value: YamlNode;
}

const partsOf = (node: Collection): readonly Part[] =>
  node.kind === "mapping" ? node.items : node.items.map((value) => ({ value }));

function rebuildFlow(node: Collection, text: string, pieces: readonly BlockPiece[]): Rebuilt | undefined {
  const parts = partsOf(node);
  const known = parts.map(({ key, value }) => ({ start: (key ?? value).start, end: value.end }));
  const [first, second] = known;
  const gap = first && second ? text.slice(first.end, second.start) : ", ";
  if (!first || gap.includes("#")) return undefined;
  const written = pieces.map(({ key, from, ...piece }) => {
    const old = from === undefined ? undefined : known[from];
    if (old && !("value" in piece)) return withKey(parts[from ?? 0], key, text, old);
    return writeYaml(key === undefined ? [piece.value] : { [key]: piece.value }).replace(
      /^[[{]\s+(.*?)\s+[\]}]$/s,
      "$1",
    );
  });
  return { splice: { start: first.start, end: known.at(-1)?.end ?? first.end, text: written.join(gap) }, lost: [] };
}

/** A piece as it is in the file. */
interface Known {
  /** Lines above it: blank ones, and comments apart from it. */
  readonly gap: readonly string[];
  /** Comments directly above it. */
  readonly lead: readonly string[];
  readonly start: number;
  /** Before the end of its last line. */
  readonly end: number;
  readonly value: YamlNode;
}

function rebuildLines(
  node: Collection,
  text: string,
  pieces: readonly BlockPiece[],
  isRoot: boolean,
): Rebuilt | undefined {
  const starts = node.kind === "mapping" ? node.items.map(({ key }) => key.start) : dashesOf(node, text);
  const [first = 0] = starts;
  const lineStart = text.lastIndexOf("\n", first - 1) + 1;
  const column = first - lineStart;
  // Behind a dash there is no line for a comment.
  const isOwnLine = text.slice(lineStart, first).trim() === "";
  const known = knownPieces(node, text, starts, column, isOwnLine && !isRoot);
  const isGone = (at: number) => pieces.every(({ from }) => from !== at);
  /** Comments above what is gone, before what followed it. */
  const leftBefore = (next: number | undefined) =>
    known.flatMap((each, at) => {
      const following = known.findIndex((_, later) => later > at && !isGone(later));
      const comments = node.kind === "mapping" ? [...each.gap, ...each.lead] : each.gap;
      return isGone(at) && following === next && comments.some((line) => line.trim() !== "") ? comments : [];
    });
  const lines = pieces.flatMap((piece, index) => {
    const old = known[piece.from ?? -1];
    const gap = index === 0 ? [] : old && old !== known[0] ? old.gap : usualGap(known);
    const lead = old?.lead ?? [];
    const body = pieceText(piece, old, node, text).map((line) => (line === "" ? "" : " ".repeat(column) + line));
    const left = leftBefore(piece.from);
    return index === 0 && !isOwnLine ? [...body, ...left, ...lead] : [...left, ...gap, ...lead, ...body];
  });
  lines.push(...leftBefore(-1));
  const start = isOwnLine ? lineStart - lengthOf(known[0]?.lead ?? []) : first;
  const whole = lines.join("\n");
  const gone = known.filter((_, index) => isGone(index));
  const rewritten = pieces.flatMap(({ from = -1, ...piece }) => ("value" in piece ? (known[from] ?? []) : []));
  return {
    splice: { start, end: known.at(-1)?.end ?? first, text: isOwnLine ? whole : whole.slice(column) },
    lost: [
      ...(node.kind === "mapping" ? [] : gone.flatMap(({ lead }) => lead)),
      ...[...gone, ...rewritten].map((each) => text.slice(each.start, each.end)),
    ],
  };
}

function knownPieces(
  node: Collection,
  text: string,
  starts: readonly number[],
  column: number,
  hasLead: boolean,
): Known[] {
  const contentEnd = endOf(node, text, column);
  return partsOf(node).map(({ value }, index) => {
    const [start = 0, next] = starts.slice(index);
    const above =
      index > 0 ? linesAbove(text, start, column) : hasLead ? linesAbove(text, start, Number.POSITIVE_INFINITY) : [];
    const at = above.findLastIndex((line) => line.trim() === "") + 1;
    const end = next === undefined ? contentEnd : next - column - 1 - lengthOf(linesAbove(text, next, column));
    return { gap: above.slice(0, at), lead: above.slice(at), start, end, value };
  });
}

/** With the comment behind its last value, and those below it that are indented further. */
function endOf({ end }: Collection, text: string, column: number): number {
  const comments = new RegExp(`[^\\n]*(?:\\n(?: *| {${column + 1},}#[^\\n]*)(?=\\n|$))*`, "y");
  comments.lastIndex = text[end - 1] === "\n" ? end - 1 : end;
  comments.test(text);
  return text.slice(0, comments.lastIndex).trimEnd().length;
}

/** Blank lines alone, as between most of them. */
function usualGap([, ...known]: readonly Known[]): readonly string[] {
  const gaps = known.map(({ gap }) => gap.filter((line) => line.trim() === ""));
  return gaps.sort((a, b) => a.length - b.length)[Math.floor(gaps.length / 2)] ?? [];
}

/** The lines of a piece without their indentation; those of one that stays are one text, as it is. */
function pieceText(piece: BlockPiece, old: Known | undefined, node: Collection, text: string): string[] {
  const { key, value } = piece;
  if (old && !("value" in piece)) return [withKey(partsOf(node)[piece.from ?? 0], key, text, old)];
  // What is behind it on the line stays.
  const isOnLine = old?.value.kind === "scalar" && old.value.style !== "literal" && old.value.style !== "folded";
  const { start, end } = isOnLine ? old.value : { start: 0, end: 0 };
  if (old && start < end && (typeof value !== "object" || value === null) && !String(value).includes("\n"))
    return [text.slice(old.start, start) + writeYaml(value) + text.slice(end, old.end)];
  const isInBrackets = partsOf(node).every(({ key, value }) => !key && "isFlow" in value && value.isFlow);
  if (isInBrackets && typeof value === "object") return [`- ${writeYaml(value)}`];
  return writeYaml(key === undefined ? [value] : { [key]: value }, "block").split("\n");
}

/** The text of a piece that stays, under another key where it has been renamed. */
function withKey(
  part: Part | undefined,
  key: string | undefined,
  text: string,
  { start, end }: Pick<Known, "start" | "end">,
) {
  const old = part?.key;
  if (key === undefined || old?.kind !== "scalar" || keyOfPair(old) === key) return text.slice(start, end);
  return writeYaml(key) + text.slice(old.end, end);
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** Blank lines and comments above a piece; comments that are indented further belong to what is above them. */
function linesAbove(text: string, start: number, column: number): string[] {
  const lines = text
    .slice(0, text.lastIndexOf("\n", start - 1) + 1)
    .split("\n")
    .slice(0, -1);
  const isAbove = (line: string) => line.trim() === "" || (/^ *(?=#)/.exec(line)?.[0].length ?? Number.NaN) <= column;
  return lines.slice(lines.findLastIndex((line) => !isAbove(line)) + 1);
}
