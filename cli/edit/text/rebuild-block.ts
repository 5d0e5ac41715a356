// A mapping or a list of a file, and the pieces it will be made of → the characters that hold it then. A piece that was there keeps its
// lines, the comments directly above it included, wherever it goes. The caller parses the result.
import { isCollection, isMap, isPair, isScalar, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { writeYaml } from "../../content/yaml/read-yaml.ts";
import type { Path } from "../../content/yaml/source-document.ts";
import type { YamlPart } from "./locate-text.ts";
import type { Splice } from "./scalar-texts.ts";

export interface Piece {
  /** Of a mapping. */
  readonly key?: string;
  /** Its position before; undefined for a new piece. */
  readonly from?: number;
  /** To be written; a piece without it keeps the value that it had. */
  readonly value?: unknown;
}

export interface Rebuilt {
  readonly splice: Splice;
  /** What is gone, with its comments. */
  readonly lost: readonly string[];
}

type Collection = YAMLMap | YAMLSeq;

/** undefined where the value does not have lines, or a part between brackets, of its own. */
export function rebuildBlock({ document, text }: YamlPart, path: Path, pieces: readonly Piece[]): Rebuilt | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isCollection(node) || !node.range || node.items.length === 0 || pieces.length === 0) return undefined;
  return node.flow
    ? rebuildFlow(node as Collection, text, pieces)
    : rebuildLines(node as Collection, text, pieces, path.length === 0);
}

const valueIn = (item: unknown): Node | null => (isPair(item) ? item.value : item) as Node | null;
const keyIn = (item: unknown): Node | undefined => (isPair(item) ? (item.key as Node) : undefined);

function rebuildFlow(node: Collection, text: string, pieces: readonly Piece[]): Rebuilt | undefined {
  const known = (node.items as (Node | Pair)[]).map((item) => {
    const value = valueIn(item);
    const start = (keyIn(item) ?? value)?.range?.[0] ?? -1;
    return { start, end: value?.range?.[1] ?? -1 };
  });
  const [first, second] = known;
  const gap = first && second ? text.slice(first.end, second.start) : ", ";
  if (!first || gap.includes("#") || known.some(({ start, end }) => start === -1 || end === -1)) return undefined;
  const written = pieces.map(({ key, from, ...piece }) => {
    const old = from === undefined ? undefined : known[from];
    if (old && !("value" in piece)) return withKey(node.items[from ?? 0], key, text, old);
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
  readonly value: Node | null;
}

function rebuildLines(node: Collection, text: string, pieces: readonly Piece[], isRoot: boolean): Rebuilt | undefined {
  const starts = startsOf(node);
  const [first] = starts;
  if (first === undefined || starts.includes(undefined)) return undefined;
  const lineStart = text.lastIndexOf("\n", first - 1) + 1;
  const column = first - lineStart;
  // Behind a dash there is no line for a comment.
  const isOwnLine = text.slice(lineStart, first).trim() === "";
  const known = knownPieces(node, text, starts as number[], column, isOwnLine && !isRoot);
  const isGone = (at: number) => pieces.every(({ from }) => from !== at);
  /** Comments above what is gone, before what followed it. */
  const leftBefore = (next: number | undefined) =>
    known.flatMap((each, at) => {
      const following = known.findIndex((_, later) => later > at && !isGone(later));
      const comments = isMap(node) ? [...each.gap, ...each.lead] : each.gap;
      return isGone(at) && following === next && comments.some((line) => line.trim() !== "") ? comments : [];
    });
  const lines = pieces.flatMap((piece, index) => {
    const old = known[piece.from ?? -1];
    const gap = index === 0 ? [] : old && old !== known[0] ? old.gap : usualGap(known);
    const lead = old?.lead ?? [];
    const body = textOf(piece, old, node, text).map((line) => (line === "" ? "" : " ".repeat(column) + line));
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
      ...(isMap(node) ? [] : gone.flatMap(({ lead }) => lead)),
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
  const contentEnd = text.slice(0, node.range?.[2]).trimEnd().length;
  return (node.items as (Node | Pair)[]).map((item, index) => {
    const [start = 0, next] = starts.slice(index);
    const above =
      index > 0 ? linesAbove(text, start, column) : hasLead ? linesAbove(text, start, Number.POSITIVE_INFINITY) : [];
    const at = above.findLastIndex((line) => line.trim() === "") + 1;
    const following =
      next === undefined
        ? linesAbove(`${text.slice(0, contentEnd)}\n`, contentEnd + 1, column)
        : linesAbove(text, next, column);
    const end = (next === undefined ? contentEnd : next - column - 1) - lengthOf(following);
    return { gap: above.slice(0, at), lead: above.slice(at), start, end, value: valueIn(item) };
  });
}

/** Blank lines alone, as between most of them. */
function usualGap([, ...known]: readonly Known[]): readonly string[] {
  const gaps = known.map(({ gap }) => gap.filter((line) => line.trim() === ""));
  return gaps.sort((a, b) => a.length - b.length)[Math.floor(gaps.length / 2)] ?? [];
}

/** The lines of a piece without their indentation; those of one that stays are one text, as it is. */
function textOf(piece: Piece, old: Known | undefined, node: Collection, text: string): string[] {
  const { key, value } = piece;
  if (old && !("value" in piece)) return [withKey(node.items[piece.from ?? 0], key, text, old)];
  // What is behind it on the line stays.
  const [start = 0, end = 0] =
    isScalar(old?.value) && old.value.type !== "BLOCK_LITERAL" && old.value.type !== "BLOCK_FOLDED"
      ? (old.value.range ?? [])
      : [];
  if (old && start < end && (typeof value !== "object" || value === null) && !String(value).includes("\n"))
    return [text.slice(old.start, start) + writeYaml(value) + text.slice(end, old.end)];
  const isInBrackets = node.items.every((item) => isCollection(item) && item.flow === true);
  if (isInBrackets && typeof value === "object") return [`- ${writeYaml(value)}`];
  return writeYaml(key === undefined ? [value] : { [key]: value }, "block").split("\n");
}

/** The text of a piece that stays, under another key where it has been renamed. */
function withKey(item: unknown, key: string | undefined, text: string, { start, end }: Pick<Known, "start" | "end">) {
  const old = keyIn(item);
  if (key === undefined || !isScalar(old) || !old.range || String(old.value) === key) return text.slice(start, end);
  return writeYaml(key) + text.slice(old.range[1], end);
}

/** Where keys, or dashes, begin. */
function startsOf(node: Collection): (number | undefined)[] {
  if (isMap(node)) return node.items.map(({ key }) => (key as Node | null)?.range?.[0]);
  const token = node.srcToken;
  const items = token?.type === "block-seq" ? token.items : [];
  const dashes = items.flatMap(({ start }) => start.find(({ type }) => type === "seq-item-ind")?.offset ?? []);
  return node.items.map((_, index) => dashes[index]);
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
