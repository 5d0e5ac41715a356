// The output folder of a watched site: written once nothing changes any more, and again later where that failed.
import { type Diagnostic, isError } from "../diagnostics/diagnostic.ts";
import { buildProblems } from "./build-problems.ts";

/** The output folder is written when nothing has changed for this long. */
const WRITE_AFTER_MS = 400;
/** Retry interval after a failed write. */
const WRITE_AGAIN_MS = 2000;

interface OutputWriterJob {
  /** Writes the last good site. Returns warnings. */
  write(): Promise<readonly Diagnostic[]>;
  /** Whether the last good site is complete, and no build runs. */
  canWrite(): boolean;
  /** Writing succeeded or failed. */
  onProblems(problems: readonly Diagnostic[]): void;
}

export function createOutputWriter({ write, canWrite, onProblems }: OutputWriterJob) {
  let isOutdated = false;
  let problems: readonly Diagnostic[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let isClosed = false;

  const writeOnce = async () => {
    // A site that is built during this write is written after it.
    isOutdated = false;
    try {
      problems = await write();
    } catch (error) {
      isOutdated = true;
      problems = buildProblems(error);
    }
    onProblems(problems);
  };

  const writeIfOutdated = async () => {
    if (!isOutdated || writing || !canWrite()) return;
    writing = writeOnce().finally(() => {
      writing = undefined;
    });
    await writing;
    if (isOutdated) schedule(problems.some(isError) ? WRITE_AGAIN_MS : WRITE_AFTER_MS);
  };

  const schedule = (ms = WRITE_AFTER_MS) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(writeIfOutdated, ms);
  };

  return {
    /** The folder is out of date. */
    markOutdated(): void {
      isOutdated = true;
    },
    /** Called when something ends that may have delayed the write. */
    schedule: () => schedule(),
    problems: () => problems,
    /** Resolves when the last good site is written, if it can be. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await writing;
      await writeIfOutdated();
    },
  };
}
