import { BuildFailedError, type Diagnostic } from "../diagnostics/diagnostic.ts";

/** The problems of a failed build. An error that a template throws while it is loaded is one of them, and does not end the server. */
export function buildProblems(error: unknown): readonly Diagnostic[] {
  if (error instanceof BuildFailedError) return error.diagnostics;
  const message = `Unexpected: ${error instanceof Error ? error.message : String(error)}`;
  return [{ code: "BUNDLE_FAILED", severity: "error", message, hint: "look at what was changed last in templates/" }];
}
