import { type Document, isMap, isNode, isSeq, type LineCounter, type Node } from "yaml";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import type { Finding } from "../../diagnostics/diagnostic.ts";
import type { Place } from "./find-in-lines.ts";
import { lineAbove, lineAt, lineBelow } from "./yaml-lines.ts";

/** A mistake in a YAML text, reported where it was made, which is not always the parser's position. */
export interface ExplainedError extends Finding, Place {}

/** A text and the parser's result for it. */
export interface ParsedText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly document: Document.Parsed;
  /** All nodes of the document, in its order: a key before its value. */
  readonly nodes: readonly DocumentNode[];
  readonly lineCounter: LineCounter;
}

export interface DocumentNode {
  readonly node: Node;
  readonly isKey: boolean;
}

/** The parser's own `visit` makes a path for each node. */
export function nodesOf(document: Document): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  const add = (node: unknown, isKey: boolean): void => {
    if (!isNode(node)) return;
    nodes.push({ node, isKey });
    if (isSeq(node)) for (const item of node.items) add(item, false);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      add(key, true);
      add(value, false);
    }
  };
  add(document.contents, false);
  return nodes;
}

export const QUOTE_ALL = "put quotes around the whole text";

/** A line in which a mistake is looked for, and a position in it. */
export interface At {
  readonly lines: readonly string[];
  readonly line: number;
  readonly column: number;
  /** The text of the line. */
  readonly source: string;
  /** Makes an explanation, by default at this position. */
  explain(
    code: DiagnosticCode,
    message: string,
    hint: string,
    place?: Partial<Pick<Place, "column" | "length">>,
  ): ExplainedError;
}

export const atLine = (lines: readonly string[], line: number, column = 1): At => ({
  ...{ lines, line, column, source: lineAt(lines, line) },
  explain: (code, message, hint, place) => ({ code, message, hint, line, column, length: 1, ...place }),
});

export function atOffset({ lines, lineCounter }: ParsedText, offset: number): At {
  const at = lineCounter.linePos(offset);
  return atLine(lines, Math.max(1, Math.min(at.line, lines.length)), Math.max(1, at.col));
}

/** The nearest line above that is not empty. */
export const atLineAbove = ({ lines, line }: At): At => atLine(lines, lineAbove(lines, line));

/** The nearest line below that is neither empty nor a comment. */
export const atLineBelow = ({ lines, line }: At): At => atLine(lines, lineBelow(lines, line));
