// The marks `# placeholder` of a file: which values each is for, and the file without one whose values are real now.

import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../content/schema/schema-walk.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import type { SourceFile } from "../content/sources/read-source.ts";
import { openDocument, type Path } from "../content/sources/source-document.ts";
import { withoutPlaceholderMarks } from "../content/yaml/find-in-lines.ts";
import type { YamlNode } from "../content/yaml/yaml-tree.ts";
import { isBlock } from "./block-lines.ts";
import { rawWith, textOfRaw } from "./line-ends.ts";
import { isCollection } from "./locate-text.ts";
import { openFile, sourceOfRaw } from "./open-file.ts";
import { editText } from "./rewrite-text.ts";
import type { TextPlace } from "./text-place.ts";

export interface PlaceholderMark {
  /** The line of the file that it is on. */
  readonly line: number;
  /** All that it is for: those on its line, or else in the list or the group that begins or ends there, or on the next line. */
  readonly paths: readonly Path[];
  /** What is there, to be compared: the values, or the line of a text that the mark is one of the words of. */
  readonly values: readonly unknown[];
  readonly isInWords: boolean;
}

/** Whether a person says that what a mark is for is no placeholder. */
export type IsReal = (mark: PlaceholderMark, index: number, all: readonly PlaceholderMark[]) => boolean;

/** Words without the marks in them. Lines of `was` keep theirs: nobody has changed them. */
export function withoutMarkedWords(text: string, was: string): string {
  const before = new Set(was.split("\n"));
  const lines = text.split("\n").map((line) => (before.has(line) ? line : withoutPlaceholderMarks(line)));
  return lines.join("\n");
}

export function marksIn(source: SourceFile): PlaceholderMark[] {
  const { placeholders, data } = openDocument(source);
  if (placeholders.length === 0) return [];
  const lines = source.text.split(/\r?\n/);
  const ranges = valueLinesOf(source);
  return placeholders.map(({ line }) => {
    const markedValues = rangesAt(ranges, line);
    const isInWords = markedValues.some(({ isWords }) => isWords);
    const paths = markedValues.map(({ path }) => path);
    const values = isInWords ? [lines[line - 1]] : paths.map((path) => valueAt(data, path));
    return { line, paths, values, isInWords };
  });
}

/** Whether a mark is for a text or a value in it, or for lines of the text, which begin on this line of the file. */
export function isMarkOf(mark: PlaceholderMark, { path, block }: Omit<TextPlace, "file">, line: number): boolean {
  const isInValue = mark.paths.some((each) => isDeepStrictEqual(each.slice(0, path.length), path));
  if (!block || !mark.isInWords) return isInValue;
  return isInValue && line <= mark.line && mark.line < line + block.end - block.first;
}

/** Whether a text, or lines of it, which begin on this line of the file, has a mark. */
export const isMarked = (source: SourceFile, place: TextPlace, line: number): boolean =>
  marksIn(source).some((mark) => isMarkOf(mark, place, line));

/** The file as it was changed from `before`, without the marks of real values and of values that were all replaced. */
export function withoutOldMarks(ref: Omit<SourceFile, "text">, before: string, raw: string, isReal: IsReal): string {
  const oldValues = marksIn(sourceOfRaw(ref, before)).flatMap(({ values }) => values);
  const isLeft = (value: unknown) => oldValues.some((each) => isDeepStrictEqual(each, value));
  const isReplaced: IsReal = ({ values }) => values.length > 0 && !values.some(isLeft);
  return withoutMarks(ref, withoutMarks(ref, raw, isReplaced), isReal);
}

function withoutMarks(ref: Omit<SourceFile, "text">, raw: string, isReal: IsReal): string {
  const marks = marksIn(sourceOfRaw(ref, raw)).filter(isReal);
  // From the last one up: those above stay on their lines.
  return marks.toReversed().reduce((text, mark) => withoutMark(ref, text, mark), raw);
}

/** A comment goes from its line, or with it; the words of a text are changed as any others are. */
function withoutMark(ref: Omit<SourceFile, "text">, raw: string, { line, paths, isInWords }: PlaceholderMark): string {
  const cut = withoutMarkOnLine(raw, line);
  // In a text of several lines each mark is for its own line.
  if (isInWords) return cut;
  const { data } = parseSource(sourceOfRaw(ref, raw));
  if (isDeepStrictEqual(parseSource(sourceOfRaw(ref, cut)).data, data)) return cut;
  const [path = []] = paths;
  const was = valueAt(data, path);
  if (typeof was !== "string") return raw;
  const edited = editText(openFile(ref, raw), { path, was, text: withoutPlaceholderMarks(was) });
  return typeof edited === "string" ? edited : raw;
}

function withoutMarkOnLine(raw: string, line: number): string {
  const lines = textOfRaw(raw).split("\n");
  const left = withoutPlaceholderMarks(lines[line - 1] ?? "");
  lines.splice(line - 1, 1, ...(left === "" ? [] : [left]));
  return rawWith(raw, lines.join("\n"));
}

/** A value that is no group of others, with the lines that it is on. */
interface ValueLines {
  readonly path: Path;
  readonly first: number;
  readonly last: number;
  /** The lines on which the groups around it begin, at a key of theirs, and end, with a bracket. */
  readonly around: readonly number[];
  /** Whether a mark on these lines is one of its words. */
  readonly isWords: boolean;
}

function rangesAt(ranges: readonly ValueLines[], line: number): readonly ValueLines[] {
  const onLine = ranges.filter(({ first, last }) => first <= line && line <= last);
  if (onLine.length > 0) return onLine;
  const within = ranges.filter(({ around }) => around.includes(line));
  if (within.length > 0) return within;
  const below = ranges.flatMap(({ first, around }) => [first, ...around]).filter((each) => each > line);
  return below.length === 0 ? [] : rangesAt(ranges, Math.min(...below));
}

function valueLinesOf(source: SourceFile): readonly ValueLines[] {
  const { yaml, front } = openFile(source, source.text);
  if (!yaml) return [];
  const lineOf = (offset: number) => yaml.positionAt(offset).line;
  const lastLineOf = ({ start, end }: YamlNode) => lineOf(Math.max(start, end - 1));
  const linesIn = (node: YamlNode, path: Path, groups: readonly number[]): ValueLines[] => {
    const around = isCollection(node) && node.isFlow ? [...groups, lastLineOf(node)] : groups;
    if (node.kind === "list") return node.items.flatMap((item, index) => linesIn(item, [...path, index], around));
    if (node.kind === "mapping")
      return node.items.flatMap(({ key, value }) =>
        linesIn(value, [...path, String(key.value)], [...around, lineOf(key.start)]),
      );
    const first = lineOf(node.start);
    const range = { path, first, last: lastLineOf(node), around, isWords: false };
    if (node.kind === "alias" || !isBlock(node.style)) return [range];
    const words = { ...range, first: first + 1, last: Math.max(first + 1, range.last), isWords: true };
    return [{ ...range, last: first }, words];
  };
  const ranges = yaml.root ? linesIn(yaml.root, [], []) : [];
  if (!front) return ranges;
  const last = Number.POSITIVE_INFINITY;
  return [...ranges, { path: ["body"], first: front.bodyLine, last, around: [], isWords: true }];
}
