import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** `line` starts at 1. */
const problem =
  (code: "EDIT_REFUSED" | "EDIT_FAILED" | "EDIT_CHANGED") =>
  (file: string, message: string, hint?: string, line?: number): Diagnostic => {
    const column = line === undefined ? undefined : 1;
    return { code, severity: "error", message, file, line, column, hint };
  };

export const refused = problem("EDIT_REFUSED");
export const failed = problem("EDIT_FAILED");

export const changed = (file: string, line?: number): Diagnostic =>
  problem("EDIT_CHANGED")(file, "The file was changed in the meantime.", undefined, line);

export const IN_EDITOR = "open the file in an editor";
