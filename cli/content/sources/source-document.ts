// A source parsed with positions: its data, its mistakes of syntax, and where each value is in the file.

import { codeFrame } from "../../diagnostics/code-frame.ts";
import { type Diagnostic, type Finding, isProblem } from "../../diagnostics/diagnostic.ts";
import { findInLines, findPlaceholders, findTarget, type LinePlace } from "../yaml/find-in-lines.ts";
import { isUnusual } from "../yaml/hidden-characters.ts";
import { dataOf, type ReadYaml, readYaml, unreadYaml } from "../yaml/read-yaml.ts";
import { splitFrontMatter } from "../yaml/split-front-matter.ts";
import { lineAt, linesOf, wholeLine } from "../yaml/yaml-lines.ts";
import type { PathStep, YamlNode } from "../yaml/yaml-tree.ts";
import type { SourceFile } from "./read-source.ts";
import { createPlaces, nodeAt } from "./source-places.ts";
import { bodyWords, type SourceWords, scalarWords } from "./source-words.ts";

export type Path = readonly PathStep[];

export interface SourceDocument {
  /** undefined if the text could not be parsed. */
  readonly data: unknown;
  /** The text below front matter. */
  readonly body: string | undefined;
  /** Whether the file may have hidden characters. */
  readonly isUnusual: boolean;
  /** The syntax mistakes of the text, before its values are checked. */
  readonly diagnostics: readonly Diagnostic[];
  /** The position of a value or of its key. For a path that does not exist: of the nearest block around it. */
  place(path: Path, part?: "value" | "key"): LinePlace;
  report(place: LinePlace, finding: Finding): Diagnostic;
  /** A value as typed: `1.10` for the number 1.1; undefined for a block of several lines. */
  typed(path: Path): string | undefined;
  /** The first text that is, or else contains, `needle`. */
  find(needle: string): LinePlace | undefined;
  /** A position in the text below a path, counted in lines of the value: for Markdown inside YAML. */
  placeInText(path: Path, line: number, needle: string): LinePlace;
  /** A text of the file, for an alias that of its anchor; undefined if there is none. */
  words(path: Path): SourceWords | undefined;
  /** Lines that end in the mark `# placeholder`: as a comment, or as words of a text. */
  readonly placeholders: readonly LinePlace[];
}

/** Calls for one file follow each other. More documents than one would double the memory of a large build. */
let last: { readonly file: SourceFile; readonly document: SourceDocument } | undefined;

export function openDocument(file: SourceFile): SourceDocument {
  if (last?.file !== file) last = { file, document: parseDocument(file) };
  return last.document;
}

function parseDocument(file: SourceFile): SourceDocument {
  const split = file.format === "markdown" ? splitFrontMatter(file.text) : undefined;
  const isUnread = split && isProblem(split);
  const front = isUnread ? undefined : split;
  const hasUnusual = isUnusual(file.text);
  const yaml = isUnread ? unreadYaml(split) : readYaml(front?.yaml ?? file.text, hasUnusual);
  const { root, text, problems } = yaml;
  const isWhole = yaml.isComplete && front === undefined;
  const lines = isWhole ? yaml.lines : linesOf(file.text);
  const places = createPlaces(yaml, lines, { line: front ? 2 : 1, column: 1, length: 1 });
  const report = (place: LinePlace, finding: Finding) => diagnosticAt(file.file, lines, place, finding);
  const { data, traps } = dataOf(yaml);
  return {
    data,
    body: front?.body,
    isUnusual: hasUnusual,
    diagnostics: [...problems, ...traps].map((each) => report(each, each)),
    place: places.at,
    report,
    typed: (path) => typedAt(root, path, text),
    find: (needle) => places.ofText(needle) ?? findInLines(lines, needle, front?.bodyLine),
    placeInText(path, line, needle) {
      const { node } = nodeAt(root, path);
      const bodyLine = isBody(path) ? front?.bodyLine : undefined;
      const firstLine = line - 1 + (bodyLine ?? firstTextLine(node, places.at(path)));
      const place = findTarget(lines, needle, firstLine) ?? findInLines(lines, needle, firstLine);
      if (place) return place;
      const keepsLines = bodyLine !== undefined || (node?.kind === "scalar" && node.style === "literal");
      return keepsLines ? { line: firstLine, ...wholeLine(lineAt(lines, firstLine)) } : places.at(path);
    },
    words(path) {
      if (isBody(path) && front) return bodyWords(front);
      const { node, isExact } = nodeAt(root, path);
      return isExact ? scalarWords(node?.kind === "alias" ? node.target : node, text, places) : undefined;
    },
    placeholders: isUnread
      ? []
      : findPlaceholders(
          lines,
          (line) => line >= (front?.bodyLine ?? Number.POSITIVE_INFINITY) || isInBlock(yaml, line),
        ),
  };
}

/** Whether a line is one of a text below `>` or `|`. */
const isInBlock = ({ nodes, positionAt }: ReadYaml, line: number): boolean =>
  nodes.some(
    (node) =>
      node.kind === "scalar" &&
      (node.style === "literal" || node.style === "folded") &&
      positionAt(node.linesStart).line <= line &&
      line <= positionAt(Math.max(node.linesStart, node.end - 1)).line,
  );

/** Whether a path is that of the text below front matter. */
const isBody = (path: Path): boolean => path.length === 1 && path[0] === "body";

function diagnosticAt(
  file: string,
  lines: readonly string[],
  { line, column, length }: LinePlace,
  { code, severity = "error", message, hint }: Finding,
): Diagnostic {
  const frame = codeFrame(lines, line, column, length);
  return { code, severity, message, file, line, column, hint, frame };
}

function typedAt(root: YamlNode | undefined, path: Path, text: string): string | undefined {
  const { node, isExact } = nodeAt(root, path);
  if (!isExact || !node || node.kind === "alias") return undefined;
  if (node.kind === "scalar") return node.source;
  return node.isFlow ? text.slice(node.start, node.end) : undefined;
}

/** The line where a text begins: block text (| and >) begins on the line below its mark. */
const firstTextLine = (node: YamlNode | undefined, { line }: LinePlace): number =>
  node?.kind === "scalar" && (node.style === "literal" || node.style === "folded") ? line + 1 : line;
