import type { Diagnostic } from "../../diagnostics/diagnostic.ts";

/** `line` starts at 1. */
const problem =
  (code: "EDIT_REFUSED" | "EDIT_FAILED" | "EDIT_CHANGED") =>
  (file: string, message: string, hint?: string, line?: number): Diagnostic => ({
    code,
    severity: "error",
    message,
    file,
    ...(line !== undefined && { line, column: 1 }),
    ...(hint !== undefined && { hint }),
  });

export const refused = problem("EDIT_REFUSED");
export const failed = problem("EDIT_FAILED");

export const changed = (file: string, line?: number): Diagnostic =>
  problem("EDIT_CHANGED")(file, "The file was changed in the meantime.", undefined, line);
