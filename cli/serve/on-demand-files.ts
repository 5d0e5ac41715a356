// Files that take long to make: each when a page requests it, and the rest one after the other while the server is idle.

import type { OutputFile, PlannedFile } from "../emit/output-file.ts";
import { createMadeFiles } from "./made-files.ts";
import { createQuietTime } from "./quiet-time.ts";

interface OnDemandFilesJob {
  /** Resolves when no build runs. */
  idle(): Promise<void>;
  /** Inspects a picture of which only the header is known; false where there is none. */
  inspectNext(): Promise<boolean>;
  /** A file could not be made, or a retry succeeded. */
  onProblems(): void;
  /** All files are there; `made` says how many were not before. */
  onComplete(made: number): void;
}

export function createOnDemandFiles({ idle, inspectNext, onProblems, onComplete }: OnDemandFilesJob) {
  const closing = new AbortController();
  const closed = closing.signal;
  const files = createMadeFiles({ onProblems, closed });
  const quiet = createQuietTime(idle, closed);
  let isWorking = false;
  /** Another site has come, which the work has not begun with. */
  let isNew = false;

  const inspectOne = async (): Promise<boolean> => {
    try {
      return await inspectNext();
    } catch (error) {
      files.failInspection(error);
      return false;
    }
  };

  const makeRest = async (): Promise<void> => {
    let made = 0;
    for (;;) {
      await quiet.wait();
      if (closed.aborted) return;
      if (await inspectOne()) continue;
      const plan = files.next();
      if (!plan) break;
      if (!plan.find()) made++;
      await files.make(plan).catch(() => {});
    }
    if (!files.hasFailed() && !isNew) onComplete(made);
  };

  const work = async (): Promise<void> => {
    isWorking = true;
    while (isNew && !closed.aborted) {
      isNew = false;
      await makeRest();
    }
    isWorking = false;
  };

  return {
    /** Called after each build with the files of the site; undefined where the build failed. */
    follow(planned: readonly PlannedFile[] | undefined): void {
      files.plan(planned);
      quiet.begin();
      isNew = true;
      if (!isWorking) void work();
    },
    has: (path: string): boolean => files.get(path) !== undefined,
    /** undefined where there is no such file. Rejects with BuildFailedError where it cannot be made. */
    async file(path: string): Promise<OutputFile | undefined> {
      const plan = files.get(path);
      return plan && quiet.during(() => files.make(plan));
    },
    /** Whether all files are made. */
    isComplete: files.isComplete,
    problems: files.problems,
    /** Does not wait for the encoder. */
    close: (): void => closing.abort(),
  };
}
