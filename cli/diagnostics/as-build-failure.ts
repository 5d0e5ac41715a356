import { BuildFailedError, EventsiteError } from "./diagnostic.ts";

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

/** Why the file system refused something, in plain words. */
export function failureReason(error: unknown): string {
  const { code = "unknown" } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? `the system says ${code}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it is not there any more",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "files may not grow so large here",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the disk is read-only",
  ENOTDIR: "there is a file where a folder should be",
  EMFILE: "too many files are open",
};
