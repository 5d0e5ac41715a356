import { BuildFailedError, EventsiteError } from "./diagnostic.ts";
import { failureReason } from "./failure-reason.ts";

/** An error that stops a stage, or one of the file system, becomes a diagnostic. */
export async function asBuildFailure<Result>(
  run: () => Promise<Result>,
  hint = "the previous site is unchanged",
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EventsiteError && error.code !== "USAGE") throw new BuildFailedError([error.toDiagnostic()]);
    // Of a copy, `path` is the source and `dest` the target.
    const { code, syscall, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
    // Thrown by the templates' own program, which has no class of this one.
    if (code === "BUNDLE_FAILED")
      throw new BuildFailedError([{ code, severity: "error", message: (error as Error).message }]);
    if (code === undefined || syscall === undefined) throw error;
    const message = `${dest ?? path ?? "The output"} could not be written: ${failureReason(error)}.`;
    throw new BuildFailedError([{ code: "EMIT_FAILED", severity: "error", message, hint }]);
  }
}
