// The marks `# placeholder` of a file: which values each is for, and the file without one whose values are real now.

import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../content/schema/schema-walk.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import type { SourceFile } from "../content/sources/read-source.ts";
import { openDocument, type Path } from "../content/sources/source-document.ts";
import type { LinePlace } from "../content/yaml/find-in-lines.ts";
import type { YamlNode } from "../content/yaml/yaml-tree.ts";
import { sourceOfRaw } from "./rewrite-file.ts";
import { openSource } from "./rewrite-text.ts";
import { openParts } from "./source-parts.ts";
import type { TextPlace } from "./text-place.ts";

export interface PlaceholderMark {
  readonly place: LinePlace;
  /** All that it is for: those on its line, or else in the list or the group that begins or ends there, or on the next line. */
  readonly paths: readonly Path[];
  /** What is there, to be compared: the values, or the line of a text that the mark is one of the words of. */
  readonly values: readonly unknown[];
  readonly isInWords: boolean;
}

/** Of a text that a mark may be in, the mark: in Markdown and in lines of a text it is one of the words. */
const IN_WORDS = /[ \t]*(?<=^|\s)#\s*placeholder\b.*$/gim;

/** Words without a mark in them. Lines of `was` keep theirs: nobody has changed them. */
export function withoutMarkedWords(text: string, was?: string): string {
  const before = new Set(was?.split("\n"));
  return text
    .split("\n")
    .map((line) => (before.has(line) ? line : line.replace(IN_WORDS, "")))
    .join("\n");
}

export function marksIn(source: SourceFile): PlaceholderMark[] {
  const { placeholders } = openDocument(source);
  if (placeholders.length === 0) return [];
  const lines = source.text.split(/\r?\n/);
  const spots = spotsOf(source);
  return placeholders.map((place) => {
    const found = spotsAt(spots, place.line);
    const isInWords = found.some(({ isWords }) => isWords);
    const paths = found.map(({ path }) => path);
    const { data } = openDocument(source);
    const values = isInWords ? [lines[place.line - 1]] : paths.map((path) => valueAt(data, path));
    return { place, paths, values, isInWords };
  });
}

/** Whether a mark is for the value at a path, or for one in it. */
export const isFor = ({ paths }: PlaceholderMark, path: Path): boolean =>
  paths.some((each) => isDeepStrictEqual(each.slice(0, path.length), path));

/** Whether a mark is for a text, or for lines of it, which begin on this line of the file. */
export const isMarkOf = (mark: PlaceholderMark, { path, block }: Omit<TextPlace, "file">, line: number): boolean =>
  isFor(mark, path) && (!block || !mark.isInWords || isWithin(mark.place.line, line, block));

const isWithin = (line: number, first: number, block: NonNullable<TextPlace["block"]>): boolean =>
  first <= line && line < first + block.end - block.first;

/** The file's text without the marks that `isReal` chooses. `raw` is its text as it is on disk. */
export function withoutMarks(
  ref: Omit<SourceFile, "text">,
  raw: string,
  isReal: (mark: PlaceholderMark, index: number, all: readonly PlaceholderMark[]) => boolean,
): string {
  const marks = marksIn(sourceOfRaw(ref, raw)).filter(isReal);
  // From the last one up: the places of those above stay.
  return marks.toReversed().reduce((text, mark) => withoutMark(ref, text, mark), raw);
}

/** The file's text as it was changed from `before`, without the marks of which no value is as it was. */
export function withoutReplacedMarks(ref: Omit<SourceFile, "text">, before: string, raw: string): string {
  if (raw === before) return raw;
  const known = marksIn(sourceOfRaw(ref, before)).flatMap(({ values }) => values);
  const isLeft = (value: unknown) => known.some((each) => isDeepStrictEqual(each, value));
  return withoutMarks(ref, raw, ({ values }) => values.length > 0 && !values.some(isLeft));
}

/** A comment goes from its line, or with it; the words of a text are changed as any others are. */
function withoutMark(ref: Omit<SourceFile, "text">, raw: string, { place, paths }: PlaceholderMark): string {
  const source = sourceOfRaw(ref, raw);
  const cut = withoutRestOfLine(raw, place);
  const dataOf = (text: string) => parseSource(sourceOfRaw(ref, text)).data;
  if (isDeepStrictEqual(dataOf(cut), parseSource(source).data)) return cut;
  const [path = []] = paths;
  const was = valueAt(openDocument(source).data, path) ?? openDocument(source).body;
  if (typeof was !== "string") return raw;
  const edited = openSource(ref, raw).edit({ path, was, text: was.replace(IN_WORDS, "") });
  return "code" in edited ? raw : edited.raw;
}

function withoutRestOfLine(raw: string, { line, column }: LinePlace): string {
  const lines = raw.split("\n");
  const text = lines[line - 1] ?? "";
  const end = text.endsWith("\r") ? "\r" : "";
  const hidden = line === 1 && raw.charCodeAt(0) === 0xfeff ? 1 : 0;
  const left = text.slice(0, column - 1 + hidden).trimEnd();
  lines.splice(line - 1, 1, ...(left === "" ? [] : [left + end]));
  return lines.join("\n");
}

/** A value that is no group of others, with the lines that it is on. */
interface Spot {
  readonly path: Path;
  readonly first: number;
  readonly last: number;
  /** The lines on which the groups around it begin, at a key of theirs, and end, with a bracket. */
  readonly around: readonly number[];
  /** Whether a mark on these lines is one of its words. */
  readonly isWords: boolean;
}

function spotsAt(spots: readonly Spot[], line: number): readonly Spot[] {
  const here = spots.filter(({ first, last }) => first <= line && line <= last);
  if (here.length > 0) return here;
  const within = spots.filter(({ around }) => around.includes(line));
  if (within.length > 0) return within;
  const below = spots.flatMap(({ first, around }) => [first, ...around]).filter((each) => each > line);
  return below.length === 0 ? [] : spotsAt(spots, Math.min(...below));
}

function spotsOf(source: SourceFile): readonly Spot[] {
  const { yaml } = openParts(source);
  if (!yaml) return [];
  const lineOf = (offset: number) => yaml.positionAt(offset).line;
  const below = (node: YamlNode, path: Path, around: readonly number[]): Spot[] => {
    if (node.kind === "mapping" || node.kind === "list") {
      const ends = node.isFlow ? [lineOf(Math.max(node.start, node.end - 1))] : [];
      const children: readonly (readonly [YamlNode, YamlNode | undefined, string | number])[] =
        node.kind === "list"
          ? node.items.map((item, index) => [item, undefined, index] as const)
          : node.items.map(({ key, value }) => [value, key, String(key.value)] as const);
      return children.flatMap(([value, key, step]) =>
        below(value, [...path, step], [...around, ...ends, ...(key ? [lineOf(key.start)] : [])]),
      );
    }
    const first = lineOf(node.start);
    const isBlock = node.kind === "scalar" && (node.style === "folded" || node.style === "literal");
    const spot = { path, first, last: lineOf(Math.max(node.start, node.end - 1)), around, isWords: false };
    if (!isBlock) return [spot];
    const words = { ...spot, first: first + 1, last: Math.max(first + 1, spot.last), isWords: true };
    return [{ ...spot, last: first }, words];
  };
  return [...(yaml.root ? below(yaml.root, [], []) : []), ...bodySpot(source)];
}

/** The text below the data of a Markdown file. */
function bodySpot(source: SourceFile): Spot[] {
  const place = openDocument(source).words(["body"])?.placeAt(0);
  if (source.format !== "markdown" || !place) return [];
  return [{ path: ["body"], first: place.line, last: Number.MAX_SAFE_INTEGER, around: [], isWords: true }];
}
