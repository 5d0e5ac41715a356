// A source parsed with positions: its data, its mistakes of syntax, and where each value is in the file.
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair, type Scalar, visit } from "yaml";
import type { Diagnostic, Finding } from "../../diagnostics/diagnostic.ts";
import { codeFrame } from "../../diagnostics/report.ts";
import type { SourceFile } from "../read-source.ts";
import { alignScalar } from "./align-scalar.ts";
import { findInLines, findPlaceholders, findTarget, type Place } from "./find-in-lines.ts";
import { dataOf, readYaml, unreadYaml } from "./read-yaml.ts";
import { type FrontMatter, splitFrontMatter } from "./split-front-matter.ts";
import { lineAt, wholeLine } from "./yaml-lines.ts";

export type Path = readonly (string | number)[];

/** A text as in the file's data, line ends as "\n". */
interface SourceWords {
  readonly value: string;
  /** The position of one of its characters; folded white space has that of the next character. */
  placeAt(offset: number): Place | undefined;
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
  const lines = file.text.split(/\r?\n/);
  const report = (place: Place, { code, severity = "error", message, hint }: Finding): Diagnostic => {
    const { line, column, length } = place;
    const frame = codeFrame(lines, line, column, length);
    return { code, severity, message, file: file.file, line, column, hint, frame };
  };
  const isUnread = split && "code" in split;
  const front = isUnread ? undefined : split;
  const parsed = isUnread ? unreadYaml(split) : readYaml(front?.yaml ?? file.text);
  const { document, lineCounter, text, problems } = parsed;
  const { data, traps } = dataOf(parsed);
  const placeOf = (start: number, end = start + 1): Place => {
    const { line, col } = lineCounter.linePos(start);
    const firstLineEnd = (lines[line - 1]?.length ?? col) + 1;
    return {
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      length: Math.max(1, Math.min(end - start, firstLineEnd - col)),
    };
  };
  const placeOfNode = (node: Node): Place => placeOf(node.range?.[0] ?? 0, node.range?.[1]);
  const nodeAt = (path: Path): { node: Node | undefined; pair: Pair | undefined; whole: boolean } => {
    let node = document.contents as Node | null | undefined;
    let pair: Pair | undefined;
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(document);
      if (isMap(node)) {
        const found = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
        if (!found) return { node, pair, whole: false };
        pair = found;
        node = found.value as Node | null;
      } else if (isSeq(node)) {
        const item = node.items[Number(step)];
        if (!isNode(item)) return { node, pair, whole: false };
        pair = undefined;
        node = item;
      } else return { node: node ?? undefined, pair, whole: false };
    }
    return { node: node ?? undefined, pair, whole: true };
  };
  const keyPlace = (pair: Pair | undefined) => (pair && isNode(pair.key) ? placeOfNode(pair.key) : undefined);
  const start: Place = { line: front ? 2 : 1, column: 1, length: 1 };
  const place = (path: Path, part: "value" | "key" = "value"): Place => {
    const { node, pair, whole } = nodeAt(path);
    if (whole && part === "key") return keyPlace(pair) ?? (node ? placeOfNode(node) : start);
    if (node === undefined || (isScalar(node) && node.value === null))
      return keyPlace(pair) ?? (node?.range ? placeOfNode(node) : start);
    // A block is marked at its first key: that is where one adds or removes keys.
    if (isMap(node) && !node.flow) return keyPlace(node.items[0]) ?? placeOfNode(node);
    return placeOfNode(node);
  };
  return {
    /** undefined if the text could not be parsed. */
    data,
    body: front?.body,
    /** The syntax mistakes of the text, before its values are checked. */
    diagnostics: [...problems, ...traps].map((each) => report(each, each)),
    /** The position of a value; for `key`, of its key; for a path that does not exist, of the nearest block around it. */
    place,
    report,
    /** A value as typed: `1.10` for the number 1.1; undefined for a block of several lines. */
    typed(path: Path): string | undefined {
      const { node, whole } = nodeAt(path);
      if (!whole || !node?.range) return undefined;
      if (isScalar(node)) return node.source;
      return (isMap(node) || isSeq(node)) && node.flow ? text.slice(node.range[0], node.range[1]) : undefined;
    },
    /** The first text that is, or else contains, `needle`. */
    find: (needle: string): Place | undefined =>
      findScalar(document, needle, lines, placeOfNode) ?? findInLines(lines, needle, front?.bodyLine),
    /** A position in the text below a path, counted in lines of the value: for Markdown inside YAML. */
    placeInText(path: Path, line: number, needle: string): Place {
      const isBody = path.length === 1 && path[0] === "body" && front !== undefined;
      const { node } = nodeAt(path);
      const own = line - 1 + (isBody ? front.bodyLine : firstTextLine(node, place(path)));
      const found = findTarget(lines, needle, own) ?? findInLines(lines, needle, own);
      if (found) return found;
      const keepsLines = isBody || (isScalar(node) && node.type === "BLOCK_LITERAL");
      return keepsLines ? { line: own, ...wholeLine(lineAt(lines, own)) } : place(path);
    },
    /** A text of the file, at the anchor for an alias; undefined if there is none. */
    words(path: Path): SourceWords | undefined {
      if (path.length === 1 && path[0] === "body" && front) return bodyWords(front);
      const { node: found, whole } = nodeAt(path);
      const node = isAlias(found) ? found.resolve(document) : found;
      if (!whole || !isScalar(node) || typeof node.value !== "string" || !node.range) return undefined;
      const [start, end] = node.range;
      const { value, type } = node;
      let offsets: readonly number[] | undefined;
      return {
        value,
        placeAt(offset) {
          offsets ??= alignScalar(text.slice(start, end), type as Scalar.Type, value) ?? [];
          const at = offsets[offset];
          return at === undefined ? undefined : placeOf(start + at);
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

/** Block text (| and >) begins on the line below its mark. */
const firstTextLine = (node: Node | undefined, { line }: Place): number =>
  isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED") ? line + 1 : line;

function findScalar(
  document: Document.Parsed,
  needle: string,
  lines: readonly string[],
  placeOfNode: (node: Node) => Place,
): Place | undefined {
  let exact: Place | undefined;
  let within: Place | undefined;
  visit(document, {
    Scalar(key, node) {
      if (key === "key" || typeof node.value !== "string") return;
      if (node.value === needle) {
        exact = placeOfNode(node);
        return visit.BREAK;
      }
      if (within === undefined && node.value.includes(needle)) within = placeOfNode(node);
    },
  });
  return exact ?? (within && (findInLines(lines, needle, within.line) ?? within));
}
