import type { DiagnosticCode } from "../../diagnostics/codes.ts";
import type { Finding } from "../../diagnostics/diagnostic.ts";
import type { LinePlace } from "./find-in-lines.ts";
import type { LinePositions } from "./line-positions.ts";
import { lineAbove, lineAt, lineBelow } from "./yaml-lines.ts";
import type { YamlTree } from "./yaml-tree.ts";

/** A mistake in a YAML text, reported where it was made, which is not always the parser's position. */
export interface ExplainedError extends Finding, LinePlace {}

/** A text, and the positions of its values; empty for a text that cannot be read. */
export interface ParsedText extends YamlTree {
  readonly text: string;
  readonly lines: readonly string[];
  readonly positionAt: LinePositions;
  /** Whether it may have hidden characters. */
  readonly isUnusual: boolean;
}

export const QUOTE_ALL = "put quotes around the whole text";

export const quoteHint = (text: string): string => `${QUOTE_ALL}: "${text.replaceAll('"', "'")}"`;

/** A line that may have a mistake, and a position in it. */
export interface At {
  readonly lines: readonly string[];
  readonly line: number;
  readonly column: number;
  /** The text of the line. */
  readonly source: string;
  /** Makes an explanation. Default of `place`: this position. */
  explain(
    code: DiagnosticCode,
    message: string,
    hint: string,
    place?: Partial<Pick<LinePlace, "column" | "length">>,
  ): ExplainedError;
}

export const atLine = (lines: readonly string[], line: number, column = 1): At => ({
  lines,
  line,
  column,
  source: lineAt(lines, line),
  explain: (code, message, hint, place) => ({ code, message, hint, line, column, length: 1, ...place }),
});

export function atOffset({ lines, positionAt }: Pick<ParsedText, "lines" | "positionAt">, offset: number): At {
  const { line, column } = positionAt(offset);
  return atLine(lines, line, column);
}

/** The nearest line above that is not empty. */
export const atLineAbove = ({ lines, line }: At): At => atLine(lines, lineAbove(lines, line));

/** The nearest line below that is neither empty nor a comment. */
export const atLineBelow = ({ lines, line }: At): At => atLine(lines, lineBelow(lines, line));
