import type { Document, LineCounter } from "yaml";
import type { Explain } from "./explained-error.ts";

/** A text and the parser's result for it. */
export interface ParsedText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly document: Document.Parsed;
  readonly lineCounter: LineCounter;
}

/** A position in the text, and a function that makes explanations there by default. */
export function explainAt({ lines, lineCounter }: ParsedText, offset: number) {
  const at = lineCounter.linePos(offset);
  const line = Math.max(1, Math.min(at.line, lines.length));
  const column = Math.max(1, at.col);
  const explain: Explain = (code, message, hint, place) => ({ code, message, hint, line, column, length: 1, ...place });
  return { line, column, explain };
}
