// A source read with positions: slow, complete, and opened only when something is wrong or a place is asked for.
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from "yaml";
import { codeFrame } from "../diagnostics/code-frame.ts";
import type { DiagnosticCode } from "../diagnostics/codes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { explainYamlError } from "./explain-yaml-error.ts";
import type { SourceFile } from "./read-sources.ts";
import { type FrontMatter, splitFrontMatter } from "./split-front-matter.ts";

export type Path = readonly (string | number)[];

/** A place in the file: both numbers start at 1; `length` is what the mark under the line covers. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface SourceDocument {
  /** undefined where the text could not be read. */
  readonly data: unknown;
  readonly body: string | undefined;
  /** What is wrong with the text itself, before anyone asks what it means. */
  readonly diagnostics: readonly Diagnostic[];
  /** Where a value stands; for `key`, where its key stands; for a path that does not exist, the nearest block around it. */
  place(path: Path, part?: "value" | "key"): Place;
  /** A value as it was typed: `1.10` for the number 1.1. */
  typed(path: Path): string | undefined;
  /** The first text that is, or else contains, `needle`. */
  find(needle: string): Place | undefined;
  /** A place of the text below a path, counted in lines of the value: for Markdown inside YAML. */
  placeInText(path: Path, line: number, needle: string): Place;
  /** Lines that end in the comment `# placeholder`. */
  readonly placeholders: readonly Place[];
  report(
    code: DiagnosticCode,
    place: Place,
    message: string,
    hint?: string,
    severity?: Diagnostic["severity"],
  ): Diagnostic;
}

/** Aliases may unfold into so many nodes: decisions, section 4. */
export const MAX_ALIAS_COUNT = 100;

export function openDocument(file: SourceFile): SourceDocument {
  const split = file.format === "markdown" ? splitFrontMatter(file.text) : undefined;
  const report: SourceDocument["report"] = (code, { line, column, length }, message, hint, severity = "error") => ({
    code,
    severity,
    message,
    file: file.file,
    line,
    column,
    hint,
    frame: codeFrame(file.text, line, column, length),
  });
  if (split && "code" in split) {
    const place = { line: split.line, column: 1, length: 3 };
    return closedDocument(place, report, report(split.code, place, split.message, split.hint));
  }
  return readDocument(file, split, report);
}

function closedDocument(place: Place, report: SourceDocument["report"], problem: Diagnostic): SourceDocument {
  return {
    data: undefined,
    body: undefined,
    diagnostics: [problem],
    place: () => place,
    typed: () => undefined,
    find: () => undefined,
    placeInText: () => place,
    placeholders: [],
    report,
  };
}

function readDocument(
  file: SourceFile,
  split: FrontMatter | undefined,
  report: SourceDocument["report"],
): SourceDocument {
  const text = split?.yaml ?? file.text;
  const lines = file.text.split(/\r?\n/);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, keepSourceTokens: true, logLevel: "error" });
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
  const diagnostics: Diagnostic[] = [];
  const syntaxLines = new Set<number>();
  for (const [index, error] of document.errors.entries()) {
    const explained = explainYamlError(error, document.errors.slice(index + 1), text, lineCounter);
    if (syntaxLines.has(explained.line)) continue;
    syntaxLines.add(explained.line);
    diagnostics.push(report(explained.code, explained, explained.message, explained.hint));
  }
  diagnostics.push(...tagProblems(document, placeOfNode, report), ...commentProblems(document, text, placeOf, report));
  const { data, problems } =
    diagnostics.length === 0 || document.errors.every(({ code }) => code === "DUPLICATE_KEY")
      ? toData(document, placeOfNode, report)
      : { data: undefined, problems: [] };
  diagnostics.push(...problems);

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
  const start: Place = { line: split ? 2 : 1, column: 1, length: 1 };
  const place: SourceDocument["place"] = (path, part = "value") => {
    const { node, pair, whole } = nodeAt(path);
    if (whole && part === "key") return keyPlace(pair) ?? (node ? placeOfNode(node) : start);
    if (node === undefined || (isScalar(node) && node.value === null))
      return keyPlace(pair) ?? (node?.range ? placeOfNode(node) : start);
    // A block is marked at its first key: that is where one adds or takes away.
    if (isMap(node)) return keyPlace(node.items[0]) ?? placeOfNode(node);
    return placeOfNode(node);
  };
  return {
    data,
    body: split?.body,
    diagnostics,
    place,
    report,
    typed: (path) => {
      const { node, whole } = nodeAt(path);
      return whole && isScalar(node) ? node.source : undefined;
    },
    find: (needle) => findScalar(document, needle, placeOfNode) ?? findInLines(lines, needle, split?.bodyLine),
    placeInText: (path, line, needle) => {
      const first =
        path.length === 1 && path[0] === "body" && split
          ? split.bodyLine
          : firstTextLine(nodeAt(path).node, place(path));
      return findInLines(lines, needle, first + line - 1) ?? place(path);
    },
    placeholders: lines.flatMap((line, index) => {
      const column = line.search(/#\s*placeholder\b/i);
      return column === -1 ? [] : [{ line: index + 1, column: column + 1, length: line.length - column }];
    }),
  };
}

/** Block text (| and >) begins on the line below its mark. */
const firstTextLine = (node: Node | undefined, { line }: Place): number =>
  isScalar(node) && (node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED") ? line + 1 : line;

function toData(document: Document.Parsed, placeOfNode: (node: Node) => Place, report: SourceDocument["report"]) {
  const problems: Diagnostic[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return;
      problems.push(
        report(
          "SOURCE_UNKNOWN_ANCHOR",
          placeOfNode(alias),
          `Nothing in this file is called "&${alias.source}".`,
          `put quotes around text that begins with a star: "*${alias.source}"`,
        ),
      );
    },
  });
  if (problems.length > 0) return { data: undefined, problems };
  try {
    return { data: document.toJS({ maxAliasCount: MAX_ALIAS_COUNT }) as unknown, problems };
  } catch {
    let place: Place = { line: 1, column: 1, length: 1 };
    visit(document, {
      Alias(_, alias: Alias) {
        place = placeOfNode(alias);
        return visit.BREAK;
      },
    });
    return {
      data: undefined,
      problems: [
        report(
          "SOURCE_TOO_MANY_ALIASES",
          place,
          `The aliases of this file unfold into more than ${MAX_ALIAS_COUNT} parts.`,
          "write the values out where they are used",
        ),
      ],
    };
  }
}

function tagProblems(
  document: Document.Parsed,
  placeOfNode: (node: Node) => Place,
  report: SourceDocument["report"],
): Diagnostic[] {
  const problems: Diagnostic[] = [];
  visit(document, {
    Node(_, node) {
      if (isAlias(node) || !node.tag || !node.range) return;
      const { line, column } = placeOfNode(node);
      problems.push(
        report(
          "SOURCE_TAG",
          { line, column, length: 1 },
          "A value may not begin with an exclamation mark: YAML takes it for a tag.",
          "put quotes around the text",
        ),
      );
    },
  });
  return problems;
}

/** `Suite #4` is read as "Suite": a # behind a space begins a comment. A comment on its own line, or `# placeholder`, is meant. */
function commentProblems(
  document: Document.Parsed,
  text: string,
  placeOf: (start: number, end?: number) => Place,
  report: SourceDocument["report"],
): Diagnostic[] {
  const problems: Diagnostic[] = [];
  visit(document, {
    Scalar(_, node) {
      const comment = node.comment?.split("\n")[0];
      const end = node.range?.[1];
      if (comment === undefined || end === undefined || (node.type !== undefined && node.type !== "PLAIN")) return;
      const hash = text.indexOf("#", end);
      if (hash === -1 || text.slice(end, hash).includes("\n") || /^\s*placeholder\b/i.test(comment)) return;
      const empty = node.value === null && (node.source ?? "") === "";
      const glued = !/^\s/.test(comment);
      if (!glued && (empty || typeof node.value !== "string")) return;
      const place = placeOf(hash, hash + 1 + comment.length);
      const hint = "put quotes around the whole text if the # belongs to it; put a comment on a line of its own";
      if (glued)
        problems.push(
          report(
            "SOURCE_COMMENT",
            place,
            "Everything from this # on is taken for a comment and does not appear on the site.",
            hint,
          ),
        );
      else
        problems.push(
          report("SOURCE_COMMENT", place, "The text ends before this #; what follows is a comment.", hint, "warning"),
        );
    },
  });
  return problems;
}

function findScalar(document: Document.Parsed, needle: string, placeOfNode: (node: Node) => Place): Place | undefined {
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
  return exact ?? within;
}

function findInLines(lines: readonly string[], needle: string, fromLine: number | undefined): Place | undefined {
  if (fromLine === undefined) return undefined;
  for (let line = fromLine; line <= lines.length; line++) {
    const column = lines[line - 1]?.indexOf(needle) ?? -1;
    if (column !== -1) return { line, column: column + 1, length: needle.length };
  }
  return undefined;
}
