// One build at a time, until the site is up to date: files that change meanwhile are built afterwards, and half-written ones are waited for.
import type { Scan } from "../pipeline/scan-files.ts";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { createHalfWritten } from "./half-written.ts";

/** Files that change all the time are shown now and then anyway. */
const CHANGING_AT_MOST_MS = 1500;

interface BuildLoopJob {
  readonly session: Pick<SiteSession, "scan" | "needsBuild">;
  readonly signal: AbortSignal | undefined;
  /** One build; false where its files changed meanwhile. The result of the last attempt counts anyway. */
  build(scan: Scan, isLast: boolean): Promise<boolean>;
  /** The site is up to date, or the signal has aborted. */
  onIdle(): void;
}

/** `waiting`: a program is still writing a file; `wake` ends the wait. */
type LoopState =
  | { readonly name: "idle" }
  | { readonly name: "building" }
  | { readonly name: "waiting"; readonly wake: () => void };

export function createBuildLoop({ session, signal, build, onIdle }: BuildLoopJob) {
  const waitForWriters = createHalfWritten();
  /** Paths that were reported as changed since the last scan. */
  const reported: string[] = [];
  let state: LoopState = { name: "idle" };
  let running: Promise<void> | undefined;
  let starting: NodeJS.Immediate | undefined;
  let isFirst = true;
  let isClosed = false;

  const isRunning = () => state.name !== "idle";

  const wait = async (ms: number) => {
    await new Promise<void>((wake) => {
      state = { name: "waiting", wake };
      setTimeout(wake, ms);
    });
    state = { name: "building" };
  };

  const buildUntilCurrent = async () => {
    const start = Date.now();
    for (;;) {
      const scan = session.scan(reported.splice(0));
      // A touched file with the same stat, or an editor's own file beside it, is no change.
      if (scan.changed.length === 0 && !session.needsBuild() && !isFirst) return;
      const waitMs = isFirst ? 0 : waitForWriters(scan.changed);
      if (waitMs > 0) await wait(waitMs);
      else if (await build(scan, Date.now() - start > CHANGING_AT_MOST_MS)) {
        waitForWriters(scan.changed);
        isFirst = false;
      }
    }
  };

  const run = async () => {
    state = { name: "building" };
    try {
      await buildUntilCurrent();
    } catch (error) {
      if (!signal?.aborted) throw error;
    } finally {
      state = { name: "idle" };
      onIdle();
    }
  };

  const start = (): Promise<void> | undefined => {
    clearImmediate(starting);
    starting = undefined;
    if (state.name === "waiting") state.wake();
    if (!isRunning()) running = run();
    return running;
  };

  return {
    isRunning,
    /** Begins now. */
    start,
    /** Resolves when no build runs. */
    async idle(): Promise<void> {
      while (isRunning() && !isClosed) await running;
    },
    /** Something may have changed: this file, where it is known which. */
    touch(path = ""): void {
      if (isClosed) return;
      reported.push(path);
      // Runs after all events that have arrived, and before the watcher lists the folder again.
      starting ??= setImmediate(start);
    },
    /** Resolves when the site is up to date with the files; rejects when the signal aborts. */
    async settled(): Promise<void> {
      while (!isClosed && (isRunning() || isFirst || session.needsBuild() || session.scan().changed.length > 0)) {
        signal?.throwIfAborted();
        await start();
      }
    },
    /** Resolves when the build that runs has ended. */
    async close(): Promise<void> {
      isClosed = true;
      clearImmediate(starting);
      if (isRunning()) await running;
    },
  };
}
