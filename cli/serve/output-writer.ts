// The output folder of a watched site: written once nothing changes any more, and again later where that failed.
import { type Diagnostic, isError } from "../diagnostics/diagnostic.ts";
import { createSingleRun } from "../work/single-run.ts";
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

interface OutputWriter {
  /** The folder is out of date. */
  markOutdated(): void;
  /** Called when something ends that may have delayed the write. */
  schedule(): void;
  problems(): readonly Diagnostic[];
  /** Resolves when the last good site is written, if it can be. */
  close(): Promise<void>;
}

export function createOutputWriter({ write, canWrite, onProblems }: OutputWriterJob): OutputWriter {
  let isOutdated = false;
  let problems: readonly Diagnostic[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const writing = createSingleRun(async () => {
    // A site that is built during this write is written after it.
    isOutdated = false;
    try {
      problems = await write();
    } catch (error) {
      isOutdated = true;
      problems = buildProblems(error);
    }
    onProblems(problems);
  });

  const writeIfOutdated = async () => {
    if (!isOutdated || writing.current() || !canWrite()) return;
    await writing.start();
    if (isOutdated) schedule(problems.some(isError) ? WRITE_AGAIN_MS : WRITE_AFTER_MS);
  };

  const schedule = (ms = WRITE_AFTER_MS) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(writeIfOutdated, ms);
  };

  return {
    markOutdated() {
      isOutdated = true;
    },
    schedule: () => schedule(),
    problems: () => problems,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await writing.current();
      await writeIfOutdated();
    },
  };
}
