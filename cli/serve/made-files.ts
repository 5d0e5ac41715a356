// The files of a site that take long to make: which there are, which are made, and which could not be.

import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { BuildFailedError, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile, PlannedFile } from "../emit/output-file.ts";

interface MadeFilesJob {
  /** A file could not be made, or a retry succeeded. */
  onProblems(): void;
  /** Once it is aborted, failures are no problems of the site. */
  readonly closed: AbortSignal;
}

export interface MadeFiles {
  /** undefined where the site could not be built: the files stay, and those that failed are tried again. */
  plan(files: readonly PlannedFile[] | undefined): void;
  get(path: string): PlannedFile | undefined;
  /** One that was not made yet. */
  next(): PlannedFile | undefined;
  /** Takes it from the cache, or makes it once for all that ask meanwhile. Rejects with BuildFailedError. */
  make(plan: PlannedFile): Promise<OutputFile>;
  /** A picture could not be inspected. */
  failInspection(error: unknown): void;
  hasFailed(): boolean;
  isComplete(): boolean;
  problems(): readonly Diagnostic[];
}

export function createMadeFiles({ onProblems, closed }: MadeFilesJob): MadeFiles {
  const making = new Map<string, Promise<OutputFile>>();
  const failed = new Map<string, readonly Diagnostic[]>();
  /** Keys of files that are in the cache. */
  const ready = new Set<string>();
  let planned: ReadonlyMap<string, PlannedFile> = new Map();

  const makeOnce = (plan: PlannedFile): Promise<OutputFile> => {
    const running = making.get(plan.key) ?? plan.make().finally(() => making.delete(plan.key));
    making.set(plan.key, running);
    return running;
  };

  return {
    plan(files) {
      if (files) planned = new Map(files.map((file) => [file.path, file]));
      failed.clear();
    },
    get: (path) => planned.get(path),
    next() {
      for (const plan of planned.values()) if (!ready.has(plan.key) && !failed.has(plan.path)) return plan;
      return undefined;
    },
    async make(plan) {
      try {
        const file = await asBuildFailure(async () => plan.find() ?? (await makeOnce(plan)));
        ready.add(plan.key);
        if (failed.delete(plan.path)) onProblems();
        return file;
      } catch (error) {
        const diagnostics = diagnosticsOf(error, plan.path);
        if (!closed.aborted) {
          failed.set(plan.path, diagnostics);
          onProblems();
        }
        throw new BuildFailedError(diagnostics);
      }
    },
    failInspection(error) {
      failed.set("", diagnosticsOf(error, "A picture"));
      onProblems();
    },
    hasFailed: () => failed.size > 0,
    isComplete: () => [...planned.values()].every((plan) => ready.has(plan.key) || plan.find()),
    problems: () => [...failed.values()].flat(),
  };
}

function diagnosticsOf(error: unknown, what: string): readonly Diagnostic[] {
  if (error instanceof BuildFailedError) return error.diagnostics;
  const message = `${what} could not be made: ${error instanceof Error ? error.message : String(error)}`;
  const hint = "open the picture in a picture editor and export it again";
  return [{ code: "CONTENT_IMAGE_UNREADABLE", severity: "error", message, hint }];
}
