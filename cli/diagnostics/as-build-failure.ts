import { BuildFailedError, EventsiteError } from "./diagnostic.ts";

/** What stops a stage, and what the file system refuses, becomes a diagnostic like any other. */
export async function asBuildFailure<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EventsiteError && error.code !== "USAGE") throw new BuildFailedError([error.toDiagnostic()]);
    // Of a copy, `path` is what was read and `dest` what was written.
    const { code, syscall, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
    if (code === undefined || syscall === undefined) throw error;
    const reason = WRITE_FAILURES[code] ?? `the system says ${code}`;
    throw new BuildFailedError([
      {
        code: "EMIT_FAILED",
        severity: "error",
        message: `${dest ?? path ?? "The output"} could not be written: ${reason}.`,
        hint: "the site that stood before is untouched",
      },
    ]);
  }
}

const WRITE_FAILURES: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the disk is read-only",
  EMFILE: "too many files are open",
};
