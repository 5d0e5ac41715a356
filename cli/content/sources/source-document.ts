// A source parsed with positions: its data, its mistakes of syntax, and where each value is in the file.

import { codeFrame } from "../../diagnostics/code-frame.ts";
import type { Diagnostic, Finding } from "../../diagnostics/diagnostic.ts";
import { alignScalar } from "../yaml/align-scalar.ts";
import { findInLines, findPlaceholders, findTarget, type LinePlace } from "../yaml/find-in-lines.ts";
import { isUnusual } from "../yaml/hidden-characters.ts";
import { dataOf, readYaml, unreadYaml } from "../yaml/read-yaml.ts";
import { type FrontMatter, splitFrontMatter } from "../yaml/split-front-matter.ts";
import { lineAt, linesOf, wholeLine } from "../yaml/yaml-lines.ts";
import { childOf, fieldOf, type Pair, type Range, type YamlNode } from "../yaml/yaml-tree.ts";
import type { SourceFile } from "./read-source.ts";

export type Path = readonly (string | number)[];

/** A text as in the file's data, line ends as "\n". */
interface SourceWords {
  readonly value: string;
  /** The position of one of its characters; folded white space has that of the next character. */
  placeAt(offset: number): LinePlace | undefined;
}

export type SourceDocument = ReturnType<typeof parseDocument>;

/** Questions about one file follow each other. More documents than one would double the memory of a large build. */
let last: { readonly file: SourceFile; readonly document: SourceDocument } | undefined;

export function openDocument(file: SourceFile): SourceDocument {
  if (last?.file !== file) last = { file, document: parseDocument(file) };
  return last.document;
}

function parseDocument(file: SourceFile) {
  const split = file.format === "markdown" ? splitFrontMatter(file.text) : undefined;
  const isUnread = split && "code" in split;
  const front = isUnread ? undefined : split;
  const hasUnusual = isUnusual(file.text);
  const parsed = isUnread ? unreadYaml(split) : readYaml(front?.yaml ?? file.text, hasUnusual);
  const { root, nodes, positionAt, text, problems } = parsed;
  const isWhole = parsed.isComplete && front === undefined;
  const lines = isWhole ? parsed.lines : linesOf(file.text);
  const report = (place: LinePlace, { code, severity = "error", message, hint }: Finding): Diagnostic => {
    const { line, column, length } = place;
    const frame = codeFrame(lines, line, column, length);
    return { code, severity, message, file: file.file, line, column, hint, frame };
  };
  const { data, traps } = dataOf(parsed);
  const placeOf = ({ start, end }: Range): LinePlace => {
    const { line, column } = positionAt(start);
    const firstLineEnd = (lines[line - 1]?.length ?? column) + 1;
    return { line, column, length: Math.max(1, Math.min(end - start, firstLineEnd - column)) };
  };
  const start: LinePlace = { line: front ? 2 : 1, column: 1, length: 1 };
  const place = (path: Path, part: "value" | "key" = "value"): LinePlace => {
    const { node, pair, whole } = nodeAt(root, path);
    if (node === undefined) return start;
    if (whole && part === "key") return placeOf(pair?.key ?? node);
    if (node.kind === "scalar" && node.value === null) return placeOf(pair?.key ?? node);
    // A block is marked at its first key: that is where one adds or removes keys.
    if (node.kind === "mapping" && !node.isFlow) return placeOf(node.items[0]?.key ?? node);
    return placeOf(node);
  };
  return {
    /** undefined if the text could not be parsed. */
    data,
    body: front?.body,
    /** Whether the file may have hidden characters. */
    isUnusual: hasUnusual,
    /** The syntax mistakes of the text, before its values are checked. */
    diagnostics: [...problems, ...traps].map((each) => report(each, each)),
    /** The position of a value; for `key`, of its key; for a path that does not exist, of the nearest block around it. */
    place,
    report,
    /** A value as typed: `1.10` for the number 1.1; undefined for a block of several lines. */
    typed(path: Path): string | undefined {
      const { node, whole } = nodeAt(root, path);
      if (!whole || !node || node.kind === "alias") return undefined;
      if (node.kind === "scalar") return node.source;
      return node.isFlow ? text.slice(node.start, node.end) : undefined;
    },
    /** The first text that is, or else contains, `needle`. */
    find: (needle: string): LinePlace | undefined =>
      findText(nodes, needle, lines, placeOf) ?? findInLines(lines, needle, front?.bodyLine),
    /** A position in the text below a path, counted in lines of the value: for Markdown inside YAML. */
    placeInText(path: Path, line: number, needle: string): LinePlace {
      const isBody = path.length === 1 && path[0] === "body" && front !== undefined;
      const { node } = nodeAt(root, path);
      const own = line - 1 + (isBody ? front.bodyLine : firstTextLine(node, place(path)));
      const found = findTarget(lines, needle, own) ?? findInLines(lines, needle, own);
      if (found) return found;
      const keepsLines = isBody || (node?.kind === "scalar" && node.style === "literal");
      return keepsLines ? { line: own, ...wholeLine(lineAt(lines, own)) } : place(path);
    },
    /** A text of the file, at the anchor for an alias; undefined if there is none. */
    words(path: Path): SourceWords | undefined {
      if (path.length === 1 && path[0] === "body" && front) return bodyWords(front);
      const { node: found, whole } = nodeAt(root, path);
      const node = found?.kind === "alias" ? found.target : found;
      if (!whole || node?.kind !== "scalar" || typeof node.value !== "string") return undefined;
      const { start, end, value, style } = node;
      let offsets: readonly number[] | undefined;
      return {
        value,
        placeAt(offset) {
          offsets ??= alignScalar(text.slice(start, end), style, value) ?? [];
          const at = offsets[offset];
          return at === undefined ? undefined : placeOf({ start: start + at, end: start + at + 1 });
        },
      };
    },
    /** Lines that end in the comment `# placeholder`. */
    placeholders: isUnread ? [] : findPlaceholders(lines),
  };
}

/** The text below the front matter is in the file as it is. */
function bodyWords({ body: value, bodyLine }: FrontMatter): SourceWords {
  return {
    value,
    placeAt(offset) {
      const before = value.slice(0, offset).split("\n");
      return { line: bodyLine + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1, length: 1 };
    },
  };
}

/** What a path leads to, or the nearest value around it; `pair` is the field that it is the value of. */
function nodeAt(
  root: YamlNode | undefined,
  path: Path,
): { node: YamlNode | undefined; pair: Pair | undefined; whole: boolean } {
  let node = root;
  let pair: Pair | undefined;
  for (const step of path) {
    const holder: YamlNode | undefined = node?.kind === "alias" ? node.target : node;
    const field = holder && fieldOf(holder, step);
    const next = field?.value ?? (holder && childOf(holder, step));
    if (!next) return { node: holder, pair, whole: false };
    pair = field;
    node = next;
  }
  return { node, pair, whole: true };
}

/** Block text (| and >) begins on the line below its mark. */
const firstTextLine = (node: YamlNode | undefined, { line }: LinePlace): number =>
  node?.kind === "scalar" && (node.style === "literal" || node.style === "folded") ? line + 1 : line;

function findText(
  nodes: readonly YamlNode[],
  needle: string,
  lines: readonly string[],
  placeOf: (node: Range) => LinePlace,
): LinePlace | undefined {
  const texts = nodes.filter((node) => node.kind === "scalar" && !node.isKey && typeof node.value === "string");
  const exact = texts.find(({ value }) => value === needle);
  if (exact) return placeOf(exact);
  const within = texts.find(({ value }) => String(value).includes(needle));
  const place = within && placeOf(within);
  return place && (findInLines(lines, needle, place.line) ?? place);
}
