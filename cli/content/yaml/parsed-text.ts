import type { Document, LineCounter } from "yaml";
import type { Explain } from "./explained-error.ts";

/** A text with the parser's view of it. */
export interface ParsedText {
  readonly text: string;
  readonly lines: readonly string[];
  readonly document: Document.Parsed;
  readonly lineCounter: LineCounter;
}

/** A place of the text, and what makes explanations that stand there unless they name another. */
export function explainAt({ lines, lineCounter }: ParsedText, offset: number) {
  const at = lineCounter.linePos(offset);
  const line = Math.max(1, Math.min(at.line, lines.length));
  const column = Math.max(1, at.col);
  const explain: Explain = (code, message, hint, place) => ({ code, message, hint, line, column, length: 1, ...place });
  return { line, column, explain };
}
