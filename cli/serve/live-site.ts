// The site while its files change: one build at a time, the last good site, all problems. A build whose files changed is discarded.

import { setImmediate as turn } from "node:timers/promises";
import { BuildFailedError, type Diagnostic, isError } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PlannedSite } from "../pipeline/run-stages.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import type { Scan, SessionBuildOptions, SiteSession } from "../pipeline/watch-session.ts";
import { timeSliced } from "../work/time-sliced.ts";
import { createHalfWritten } from "./half-written.ts";
import { createOnDemandFiles } from "./on-demand-files.ts";

/** Files that change all the time are shown now and then anyway. */
const CHANGING_AT_MOST_MS = 1500;
/** The output folder is written when nothing has changed for this long. */
const WRITE_AFTER_MS = 400;
/** Retry interval after a failed write. */
const WRITE_AGAIN_MS = 2000;

export type LiveSite = ReturnType<typeof createLiveSite>;

interface LiveListener {
  /** Outputs of the pages that are open somewhere. */
  wanted(): readonly string[];
  /** The requested page, before the rest of the site. */
  onPage(page: FinishedPage): void;
  /** A build has ended; the site or its problems have changed. `ms` is undefined where no file had changed. */
  onBuild(build: { readonly ms: number | undefined; readonly result: PlannedSite | undefined }): void;
  /** Writing the output folder succeeded or failed, or a picture could not be made. */
  onProblems(problems: readonly Diagnostic[]): void;
}

export function createLiveSite(
  session: SiteSession,
  listener: LiveListener,
  {
    signal,
    onProgress,
    writes,
  }: Pick<SessionBuildOptions, "signal" | "onProgress"> & {
    /** Whether the output folder is written too. */
    readonly writes: boolean;
  },
) {
  const waitForWriters = createHalfWritten();
  const waiting = new Map<() => void, readonly string[]>();
  /** Pages of the build that runs, which were asked for. */
  let ahead = new Map<string, OutputFile>();
  let onPages: (pages: number) => void = () => {};
  const loaded = new Promise<number>((resolve) => {
    onPages = resolve;
  });
  let files: ReadonlyMap<string, OutputFile> = new Map();
  let problems: readonly Diagnostic[] = [];
  let unwritten: readonly Diagnostic[] = [];
  let running: Promise<void> | undefined;
  let starting: NodeJS.Immediate | undefined;
  let writeTimer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  /** Paths of which a change was reported since the last scan. */
  let named: string[] = [];
  /** Ends the wait for a half-written file. */
  let wake = () => {};
  let mustWrite = false;
  let isClosed = false;
  let isFirst = true;

  const idle = async () => {
    while (running && !isClosed) await running;
  };
  /** Pages that are waited for come first. */
  const pause = async () => {
    await turn();
    await idle();
  };

  const maker = createOnDemandFiles({
    idle,
    async lookAtNext() {
      const wasAny = await session.lookAtNext();
      if (session.hasNews()) void start();
      return wasAny;
    },
    onProblems: () => listener.onProblems(allProblems()),
    onComplete(made) {
      if (made > 0) session.tidy();
      writeLater();
    },
  });
  /** While pictures are still inspected, the inspection reports the damaged ones, each at its line. */
  const makingProblems = () =>
    maker.problems().filter(({ code }) => session.isComplete() || !code.startsWith("CONTENT_IMAGE_"));
  const allProblems = () => [...problems, ...makingProblems(), ...unwritten];

  const writeOnce = async () => {
    // What a build makes while this is written is written after it.
    mustWrite = false;
    try {
      unwritten = await session.emit(timeSliced(pause));
    } catch (error) {
      mustWrite = true;
      unwritten = diagnosticsOf(error);
    }
    listener.onProblems(unwritten);
  };

  const write = async () => {
    if (!mustWrite || running || writing || !session.isComplete() || !maker.isComplete()) return;
    writing = writeOnce().finally(() => {
      writing = undefined;
    });
    await writing;
    if (mustWrite) writeLater(unwritten.some(isError) ? WRITE_AGAIN_MS : undefined);
  };

  const writeLater = (ms = WRITE_AFTER_MS) => {
    clearTimeout(writeTimer);
    if (!isClosed) writeTimer = setTimeout(write, ms);
  };

  const handOver = (page: FinishedPage) => {
    const { output, hash, content } = page;
    if (content) ahead.set(output, { path: output, bytes: content.length, hash, content });
    for (const [look, outputs] of waiting) if (outputs.includes(output)) look();
    listener.onPage(page);
  };

  /** One build; false where its files changed under it. */
  const attempt = async (scan: Scan, isLast: boolean): Promise<boolean> => {
    const start = performance.now();
    const isOwnDoing = scan.changed.length === 0 && session.hasNews();
    const inputsChanged = (paths?: readonly string[]) => !isLast && session.hasChanged(scan, paths);
    ahead = new Map();
    let result: PlannedSite | undefined;
    let found: readonly Diagnostic[] = [];
    try {
      result = await session.build({
        scan,
        onLoaded: onPages,
        wanted: () => [...[...waiting.values()].flat(), ...listener.wanted()],
        // Of a page, only the edited files count.
        onPage: (page) => inputsChanged(scan.changed) || handOver(page),
        headersOnly: true,
        signal,
        onProgress,
      });
      found = result.warnings;
    } catch (error) {
      if (signal?.aborted) throw error;
      found = diagnosticsOf(error);
    }
    if (inputsChanged()) return false;
    waitForWriters(scan.changed);
    problems = found;
    ahead = new Map();
    if (result) {
      files = new Map(result.files.map((file) => [file.path, file]));
      mustWrite = writes;
    }
    maker.follow(result?.planned);
    listener.onBuild({ ms: isOwnDoing ? undefined : performance.now() - start, result });
    return true;
  };

  const run = async () => {
    const start = Date.now();
    clearTimeout(writeTimer);
    for (;;) {
      const scan = session.scan(named);
      named = [];
      // A touched file with the same stat, or an editor's own file beside it, is no change.
      if (scan.changed.length === 0 && !session.hasNews() && !isFirst) break;
      const wait = isFirst ? 0 : waitForWriters(scan.changed);
      if (wait > 0) {
        await new Promise<void>((done) => {
          wake = done;
          setTimeout(done, wait);
        });
        continue;
      }
      isFirst = !(await attempt(scan, Date.now() - start > CHANGING_AT_MOST_MS)) && isFirst;
    }
  };

  const start = () => {
    clearImmediate(starting);
    starting = undefined;
    wake();
    running ??= run()
      .catch((error) => {
        if (!signal?.aborted) throw error;
      })
      .finally(() => {
        running = undefined;
        writeLater();
      });
    return running;
  };

  /** Resolves when the site is up to date with the files; rejects when the signal aborts. */
  const settled = async (): Promise<void> => {
    while (!isClosed && (running || isFirst || session.hasNews() || session.scan().changed.length > 0)) {
      signal?.throwIfAborted();
      await start();
    }
  };

  return {
    /** The last good site without its fonts and pictures, by path; empty until there is one. */
    files: () => files,
    basePath: session.basePath,
    has: (path: string): boolean => files.has(path) || ahead.has(path) || maker.has(path),
    /** Any file of the last good site, or a newer one; fonts and pictures are made on request. Rejects with BuildFailedError. */
    file: async (path: string): Promise<OutputFile | undefined> =>
      ahead.get(path) ?? files.get(path) ?? maker.file(path),
    /** All problems of the current files, of making pictures and of writing the output folder. */
    problems: allProblems,
    /** Something may have changed: this file, where it is known which. */
    touch(path = ""): void {
      if (isClosed) return;
      named.push(path);
      // After all events that have arrived, and before the watcher lists the folder again.
      starting ??= setImmediate(start);
    },
    settled,
    /** Resolves with the number of pages once the first build has loaded the content; 0 if it failed. Rejects as `settled` does. */
    opened: (): Promise<number> => Promise.race([loaded, settled().then(() => 0)]),
    /** Resolves when the site is up to date with the files, or, before the rest of it, one of these pages. Rejects as `settled` does. */
    async ready(outputs: readonly string[]): Promise<void> {
      const isReady = () => outputs.some((output) => ahead.has(output)) && session.scan().changed.length === 0;
      if (isReady()) return;
      let look = () => {};
      const page = new Promise<void>((resolve) => {
        look = () => isReady() && resolve();
      });
      waiting.set(look, outputs);
      await Promise.race([page, settled()]).finally(() => waiting.delete(look));
    },
    async close(): Promise<void> {
      isClosed = true;
      maker.close();
      clearImmediate(starting);
      clearTimeout(writeTimer);
      await running;
      await writing;
      await write();
      await session.close();
    },
  };
}

function diagnosticsOf(error: unknown): readonly Diagnostic[] {
  if (error instanceof BuildFailedError) return error.diagnostics;
  // Templates run while they are loaded: what they throw then is an error of the template, and no reason to end.
  const message = `Unexpected: ${error instanceof Error ? error.message : String(error)}`;
  return [{ code: "BUNDLE_FAILED", severity: "error", message, hint: "look at what was changed last in templates/" }];
}
