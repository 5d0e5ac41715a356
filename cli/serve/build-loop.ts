// When the watched site is built: once for changes that arrive together, and one build at a time.
import { createSingleRun } from "../work/single-run.ts";
import { type CatchUpJob, createCatchUp } from "./catch-up.ts";
import { createReportedChanges } from "./reported-changes.ts";

interface BuildLoopJob extends CatchUpJob {
  readonly signal: AbortSignal | undefined;
  /** The site is up to date, or the signal has aborted. */
  onIdle(): void;
}

export interface BuildLoop {
  isRunning(): boolean;
  /** Begins now. */
  start(): Promise<void>;
  /** Resolves when no build runs. */
  idle(): Promise<void>;
  /** Something may have changed: this file, where it is known which. */
  touch(path?: string): void;
  /** Resolves when the site is up to date with the files; rejects when the signal aborts. */
  settled(): Promise<void>;
  /** Resolves when the build that runs has ended. */
  close(): Promise<void>;
}

export function createBuildLoop({ session, signal, build, onIdle }: BuildLoopJob): BuildLoop {
  const site = createCatchUp({ session, build });
  let isClosed = false;

  const run = createSingleRun(async () => {
    try {
      await site.run(changes.take);
    } catch (error) {
      if (!signal?.aborted) throw error;
    } finally {
      onIdle();
    }
  });
  const start = (): Promise<void> => {
    changes.settle();
    site.endWait();
    return run.start();
  };
  const changes = createReportedChanges(start);
  const isRunning = () => run.current() !== undefined;

  return {
    isRunning,
    start,
    async idle() {
      while (isRunning() && !isClosed) await run.current();
    },
    touch(path = "") {
      if (!isClosed) changes.add(path);
    },
    async settled() {
      while (!isClosed && (isRunning() || !site.isCurrent())) {
        signal?.throwIfAborted();
        await start();
      }
    },
    async close() {
      isClosed = true;
      changes.settle();
      await run.current();
    },
  };
}
