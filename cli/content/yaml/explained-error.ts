import type { DiagnosticCode } from "../../diagnostics/codes.ts";

/** A mistake of a YAML text, told at the place where it was made, which is not always where the parser saw it. */
export interface ExplainedError {
  readonly code: DiagnosticCode;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
  readonly hint: string;
  /** The lines as they were probably meant, as many as before: reading goes on from them. undefined where nobody can tell. */
  readonly mended?: readonly string[];
  /** Whether `mended` is one of several ways to mean it: what it says about the rest of the file is then not to be trusted. */
  readonly isGuess?: boolean;
}

/** Makes an explanation; what `place` leaves out is the parser's own place. */
export type Explain = (
  code: DiagnosticCode,
  message: string,
  hint: string,
  place?: Partial<Omit<ExplainedError, "code" | "message" | "hint">>,
) => ExplainedError;
