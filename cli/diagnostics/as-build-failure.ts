import { BuildFailedError, EventsiteError } from "./diagnostic.ts";
import { failureReason } from "./failure-reason.ts";

/** For commands that write files other than a site. */
export const IF_WRITABLE = "check that you may write there";

/** An error that stops a stage, or one of the file system, becomes a diagnostic. */
export async function asBuildFailure<Result>(
  run: () => Promise<Result>,
  hint = "the previous site is unchanged",
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EventsiteError && error.code !== "USAGE") throw new BuildFailedError([error.toDiagnostic()]);
    // An error of copying has the source in `path` and the target in `dest`.
    const { code, syscall, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
    // The templates' own program throws this, without the classes of this program.
    if (code === "BUNDLE_FAILED")
      throw new BuildFailedError([{ code, severity: "error", message: (error as Error).message }]);
    if (code === undefined || syscall === undefined) throw error;
    const message = `${dest ?? path ?? "The output"} could not be written: ${failureReason(error)}.`;
    throw new BuildFailedError([{ code: "EMIT_FAILED", severity: "error", message, hint }]);
  }
}
