import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";

/** The warning about a file that could not be deleted, after the site was published or by the next build. */
export const leftBehind = (path: string, error: unknown): Diagnostic => ({
  code: "EMIT_LEFTOVER",
  severity: "warning",
  message: `The site is complete, but ${path} could not be deleted: ${failureReason(error)}.`,
  hint: "delete it; nothing needs it any more",
});
