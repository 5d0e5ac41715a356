import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";

/** A file of a build that could not be deleted after the site was published, or by the next build: no reason to fail. */
export const leftBehind = (path: string, error: unknown): Diagnostic => ({
  code: "EMIT_LEFTOVER",
  severity: "warning",
  message: `The site is complete, but ${path} could not be deleted: ${failureReason(error)}.`,
  hint: "delete it; nothing needs it any more",
});
