import type { Document, LineCounter } from "yaml";
import type { DiagnosticCode } from "../../diagnostics/codes.ts";

/** A mistake in a YAML text, reported where it was made, which is not always the parser's position. */
export interface ExplainedError {
  readonly code: DiagnosticCode;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
  readonly hint: string;
}

/** Makes an explanation; `place` defaults to a position, mostly the parser's. */
export type Explain = (
  code: DiagnosticCode,
  message: string,
  hint: string,
  place?: Partial<Omit<ExplainedError, "code" | "message" | "hint">>,
) => ExplainedError;

/** A text and the parser's result for it. */
export interface ParsedText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly document: Document.Parsed;
  readonly lineCounter: LineCounter;
}

export const explainFrom =
  (line: number, column: number): Explain =>
  (code, message, hint, place) => ({ code, message, hint, line, column, length: 1, ...place });

export const QUOTE_ALL = "put quotes around the whole text";

/** A position in a text, and a function that makes explanations there by default. */
export interface At {
  readonly lines: readonly string[];
  readonly line: number;
  readonly column: number;
  readonly explain: Explain;
}

export function explainAt({ lines, lineCounter }: ParsedText, offset: number): At {
  const at = lineCounter.linePos(offset);
  const line = Math.max(1, Math.min(at.line, lines.length));
  const column = Math.max(1, at.col);
  return { lines, line, column, explain: explainFrom(line, column) };
}
