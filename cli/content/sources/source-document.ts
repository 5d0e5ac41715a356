// A source parsed with positions: its data, its mistakes of syntax, and where each value is in the file.

import { codeFrame } from "../../diagnostics/code-frame.ts";
import type { Diagnostic, Finding } from "../../diagnostics/diagnostic.ts";
import { findInLines, findPlaceholders, findTarget, type LinePlace } from "../yaml/find-in-lines.ts";
import { isUnusual } from "../yaml/hidden-characters.ts";
import { dataOf, readYaml, unreadYaml } from "../yaml/read-yaml.ts";
import { splitFrontMatter } from "../yaml/split-front-matter.ts";
import { lineAt, linesOf, wholeLine } from "../yaml/yaml-lines.ts";
import type { PathStep, YamlNode } from "../yaml/yaml-tree.ts";
import type { SourceFile } from "./read-source.ts";
import { createPlaces, nodeAt } from "./source-places.ts";
import { bodyWords, type SourceWords, scalarWords } from "./source-words.ts";

export type Path = readonly PathStep[];

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
  const { root, text, problems } = parsed;
  const isWhole = parsed.isComplete && front === undefined;
  const lines = isWhole ? parsed.lines : linesOf(file.text);
  const places = createPlaces(parsed, lines, { line: front ? 2 : 1, column: 1, length: 1 });
  const report = (place: LinePlace, finding: Finding) => diagnosticAt(file.file, lines, place, finding);
  const { data, traps } = dataOf(parsed);
  return {
    /** undefined if the text could not be parsed. */
    data,
    body: front?.body,
    /** Whether the file may have hidden characters. */
    isUnusual: hasUnusual,
    /** The syntax mistakes of the text, before its values are checked. */
    diagnostics: [...problems, ...traps].map((each) => report(each, each)),
    /** The position of a value; for `key`, of its key; for a path that does not exist, of the nearest block around it. */
    place: places.at,
    report,
    /** A value as typed: `1.10` for the number 1.1; undefined for a block of several lines. */
    typed: (path: Path) => typedAt(root, path, text),
    /** The first text that is, or else contains, `needle`. */
    find: (needle: string): LinePlace | undefined =>
      places.ofText(needle) ?? findInLines(lines, needle, front?.bodyLine),
    /** A position in the text below a path, counted in lines of the value: for Markdown inside YAML. */
    placeInText(path: Path, line: number, needle: string): LinePlace {
      const { node } = nodeAt(root, path);
      const bodyLine = isBody(path) ? front?.bodyLine : undefined;
      const own = line - 1 + (bodyLine ?? firstTextLine(node, places.at(path)));
      const found = findTarget(lines, needle, own) ?? findInLines(lines, needle, own);
      if (found) return found;
      const keepsLines = bodyLine !== undefined || (node?.kind === "scalar" && node.style === "literal");
      return keepsLines ? { line: own, ...wholeLine(lineAt(lines, own)) } : places.at(path);
    },
    /** A text of the file, at the anchor for an alias; undefined if there is none. */
    words(path: Path): SourceWords | undefined {
      if (isBody(path) && front) return bodyWords(front);
      const { node, whole } = nodeAt(root, path);
      return whole ? scalarWords(node?.kind === "alias" ? node.target : node, text, places) : undefined;
    },
    /** Lines that end in the comment `# placeholder`. */
    placeholders: isUnread ? [] : findPlaceholders(lines),
  };
}

/** The text below front matter. */
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
  const { node, whole } = nodeAt(root, path);
  if (!whole || !node || node.kind === "alias") return undefined;
  if (node.kind === "scalar") return node.source;
  return node.isFlow ? text.slice(node.start, node.end) : undefined;
}

/** Block text (| and >) begins on the line below its mark. */
const firstTextLine = (node: YamlNode | undefined, { line }: LinePlace): number =>
  node?.kind === "scalar" && (node.style === "literal" || node.style === "folded") ? line + 1 : line;
