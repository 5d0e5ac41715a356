// The site while its files change: one build at a time, the last good site beside all that is wrong now. Nothing of a build is shown whose
// files changed while it read them.

import { BuildFailedError, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "../output/output-file.ts";
import type { BuildResult } from "../run-stages.ts";
import type { SessionBuildOptions, SiteSession } from "../session.ts";
import type { PageWords } from "../trace/page-words.ts";
import type { EagerPage } from "../warmth.ts";
import { createHalfWritten } from "./half-written.ts";

/** A burst of events is one change: so long after the last of them, and at most so long after the first. */
const QUIET_MS = 8;
const BURST_MS = 60;
/** Files that never come to rest are shown all the same now and then. */
const TORN_AT_MOST_MS = 1500;
/** The output folder is written when nothing has changed for so long. */
const WRITE_AFTER_MS = 400;
/** And again, while it cannot be. */
const WRITE_AGAIN_MS = 2000;

export interface LiveSite {
  /** The last good site, by path; empty until there is one. */
  files(): ReadonlyMap<string, OutputFile>;
  /** All that is wrong with the files as they are, and with the writing of the output folder. */
  problems(): readonly Diagnostic[];
  /** Where the words of a page of the last good site stand, by its path; undefined where there is no such page. */
  trace(path: string): Promise<PageWords | undefined>;
  /** Something may have changed. */
  touch(): void;
  /** Resolves when what is shown is what the files say; rejects when the signal aborts. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface LiveListener {
  /** Outputs of the pages that are open somewhere. */
  wanted(): readonly string[];
  /** A wanted page, before the rest of the site. */
  onPage(page: EagerPage): void;
  /** A build has ended; the site, or what is wrong with it, is another one. */
  onBuild(build: { readonly ms: number; readonly result: BuildResult | undefined }): void;
  /** The output folder was written, or could not be. */
  onWritten(problems: readonly Diagnostic[]): void;
}

export function createLiveSite(
  session: SiteSession,
  listener: LiveListener,
  { signal, onProgress }: Pick<SessionBuildOptions, "signal" | "onProgress">,
): LiveSite {
  const half = createHalfWritten();
  let files: ReadonlyMap<string, OutputFile> = new Map();
  let problems: readonly Diagnostic[] = [];
  let unwritten: readonly Diagnostic[] = [];
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: NodeJS.Timeout | undefined;
  let firstTouch = 0;
  let mustWrite = false;
  let isClosed = false;
  let isFirst = true;

  const write = async () => {
    if (!mustWrite || running) return;
    try {
      await session.emit();
      mustWrite = false;
      unwritten = [];
    } catch (error) {
      unwritten = diagnosticsOf(error);
      if (!isClosed) writing = setTimeout(write, WRITE_AGAIN_MS);
    }
    listener.onWritten(unwritten);
  };

  /** One build; false where its files changed under it. */
  const attempt = async (isLast: boolean): Promise<boolean> => {
    const start = performance.now();
    const changed = session.changes();
    const isTorn = () => !isLast && session.changes().length > 0;
    let result: BuildResult | undefined;
    let found: readonly Diagnostic[] = [];
    try {
      result = await session.build({
        wanted: listener.wanted(),
        onPage: (page) => isTorn() || listener.onPage(page),
        signal,
        onProgress,
      });
      found = result.warnings;
    } catch (error) {
      if (signal?.aborted) throw error;
      found = diagnosticsOf(error);
    }
    if (isTorn()) return false;
    half.waitFor(changed);
    problems = found;
    if (result) {
      files = new Map(result.files.map((file) => [file.path, file]));
      mustWrite = true;
    }
    listener.onBuild({ ms: performance.now() - start, result });
    return true;
  };

  const run = async () => {
    const start = Date.now();
    clearTimeout(writing);
    for (;;) {
      const changed = session.changes();
      // A touched file with the same stat, or an editor's own file beside it, is no change.
      if (changed.length === 0 && !isFirst) break;
      const wait = isFirst ? 0 : half.waitFor(changed);
      if (wait > 0) {
        await new Promise((done) => setTimeout(done, wait));
        continue;
      }
      isFirst = !(await attempt(Date.now() - start > TORN_AT_MOST_MS)) && isFirst;
    }
  };

  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    firstTouch = 0;
    running ??= run()
      .catch((error) => {
        if (!signal?.aborted) throw error;
      })
      .finally(() => {
        running = undefined;
        if (!isClosed) writing = setTimeout(write, WRITE_AFTER_MS);
      });
    return running;
  };

  return {
    files: () => files,
    problems: () => [...problems, ...unwritten],
    trace: (path) => session.trace(path),
    touch() {
      if (isClosed) return;
      firstTouch ||= Date.now();
      clearTimeout(timer);
      timer = setTimeout(start, Math.max(0, Math.min(QUIET_MS, firstTouch + BURST_MS - Date.now())));
    },
    async settled() {
      while (!isClosed && (running || isFirst || session.changes().length > 0)) {
        signal?.throwIfAborted();
        await start();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(writing);
      await running;
      await write();
      await session.close();
    },
  };
}

function diagnosticsOf(error: unknown): readonly Diagnostic[] {
  if (error instanceof BuildFailedError) return error.diagnostics;
  // Templates run while they are loaded: what they throw then is theirs, and no reason to end.
  const message = `Unexpected: ${error instanceof Error ? error.message : String(error)}`;
  return [{ code: "BUNDLE_FAILED", severity: "error", message, hint: "look at what was changed last in templates/" }];
}
