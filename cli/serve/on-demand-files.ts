// Files that take long to make: each when a page requests it, and the rest one after the other while the server is idle.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile, PlannedFile } from "../emit/output-file.ts";
import { createIdleWork, type IdleWorkJob } from "./idle-work.ts";
import { createMadeFiles } from "./made-files.ts";
import { createQuietTime } from "./quiet-time.ts";

interface OnDemandFilesJob extends IdleWorkJob {
  /** Resolves when no build runs. */
  idle(): Promise<void>;
  /** Whether all pictures are inspected: until then the inspection reports the damaged ones, each at its line. */
  isInspected(): boolean;
  /** A file could not be made, or a retry succeeded. */
  onProblems(): void;
}

interface OnDemandFiles {
  /** Called after each build with the files of the site; undefined where the build failed. */
  follow(planned: readonly PlannedFile[] | undefined): void;
  has(path: string): boolean;
  /** undefined where there is no such file. Rejects with BuildFailedError where it cannot be made. */
  file(path: string): Promise<OutputFile | undefined>;
  /** Whether all files are made. */
  isComplete(): boolean;
  problems(): readonly Diagnostic[];
  /** Does not wait for the encoder. */
  close(): void;
}

export function createOnDemandFiles(job: OnDemandFilesJob): OnDemandFiles {
  const { idle, isInspected, onProblems } = job;
  const closing = new AbortController();
  const closed = closing.signal;
  const files = createMadeFiles({ onProblems, closed });
  const quiet = createQuietTime(idle, closed);
  const idleWork = createIdleWork(files, quiet, closed, job);
  return {
    follow(planned) {
      files.plan(planned);
      quiet.begin();
      idleWork.begin();
    },
    has: (path) => files.get(path) !== undefined,
    async file(path) {
      const plan = files.get(path);
      return plan && quiet.during(() => files.make(plan));
    },
    isComplete: files.isComplete,
    problems: () => files.problems().filter(({ code }) => isInspected() || !code.startsWith("CONTENT_IMAGE_")),
    close: () => closing.abort(),
  };
}
