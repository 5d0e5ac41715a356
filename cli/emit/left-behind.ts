import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { failureReason } from "../diagnostics/failure-reason.ts";

/** Something of a build that could not be deleted after the site was in its place, or by the build after it: no reason to fail. */
export const leftBehind = (path: string, error: unknown): Diagnostic => ({
  code: "EMIT_LEFTOVER",
  severity: "warning",
  message: `The site is complete, but ${path} could not be deleted: ${failureReason(error)}.`,
  hint: "delete it; nothing needs it any more",
});
