// The site while its files change: one build at a time, the last good site, all problems. A build whose files changed is discarded.

import { setImmediate as turn } from "node:timers/promises";
import type { BuildOptions } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PlannedSite } from "../pipeline/run-stages.ts";
import type { Scan } from "../pipeline/scan-files.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { timeSliced } from "../work/time-sliced.ts";
import { runYielding } from "../work/yield-turn.ts";
import { attemptBuild, type BuildOutcome } from "./build-attempt.ts";
import { createBuildLoop } from "./build-loop.ts";
import { createOnDemandFiles } from "./on-demand-files.ts";
import { createOutputWriter } from "./output-writer.ts";
import { createRequestedPages } from "./requested-pages.ts";

export type LiveSite = ReturnType<typeof createLiveSite>;

interface LiveListener {
  /** Outputs of the pages that are open somewhere. */
  openPages(): readonly string[];
  /** The requested page, before the rest of the site. */
  onPage(page: FinishedPage): void;
  /** A build has ended; the site or its problems have changed. `ms` is undefined where no file had changed. */
  onBuild(build: { readonly ms: number | undefined; readonly result: PlannedSite | undefined }): void;
  /** Writing the output folder succeeded or failed, or a picture could not be made. */
  onProblems(problems: readonly Diagnostic[]): void;
}

interface LiveOptions extends Pick<BuildOptions, "signal" | "onProgress"> {
  /** Whether the output folder is written too. */
  readonly writes: boolean;
}

/** What is served: the last good site, and the problems of the current files. */
interface ShownSite {
  readonly files: ReadonlyMap<string, OutputFile>;
  readonly problems: readonly Diagnostic[];
  readonly starters: readonly string[];
}

export function createLiveSite(session: SiteSession, listener: LiveListener, options: LiveOptions) {
  const { signal, onProgress, writes } = options;
  const requested = createRequestedPages(() => session.scan().changed.length === 0);
  const loaded = createLoaded();
  let shown: ShownSite = { files: new Map(), problems: [], starters: [] };

  const attempt = {
    session,
    requested,
    openPages: listener.openPages,
    onPage: listener.onPage,
    onLoaded: loaded.resolve,
  };
  const build = async (scan: Scan, isLast: boolean): Promise<boolean> => {
    const start = performance.now();
    const isOwnDoing = scan.changed.length === 0 && session.needsBuild();
    const outcome = await attemptBuild({ ...attempt, signal, onProgress }, scan, isLast);
    if (outcome === undefined) return false;
    const { result } = outcome;
    // Both at once: a request must not find an older page in between.
    shown = siteAfter(shown, outcome);
    requested.clear();
    if (result && writes) writer.markOutdated();
    maker.follow(result?.planned);
    listener.onBuild({ ms: isOwnDoing ? undefined : performance.now() - start, result });
    return true;
  };

  const loop = createBuildLoop({ session, signal, build, onIdle: () => writer.schedule() });
  const { idle, settled } = loop;
  const maker = createOnDemandFiles({
    idle,
    async inspectNext() {
      const wasAny = await session.inspectNext();
      if (session.needsBuild()) void loop.start();
      return wasAny;
    },
    onProblems: () => listener.onProblems(allProblems()),
    onComplete(made) {
      if (made > 0) session.tidy();
      writer.schedule();
    },
  });
  /** Pages that are waited for come first. */
  const afterBuilds = timeSliced(async () => {
    await turn();
    await idle();
  });
  const writer = createOutputWriter({
    write: () => runYielding(afterBuilds, session.emit),
    canWrite: () => !loop.isRunning() && session.isComplete() && maker.isComplete(),
    onProblems: listener.onProblems,
  });
  /** While pictures are inspected, the inspection reports the damaged ones, each at its line. */
  const makingProblems = () =>
    maker.problems().filter(({ code }) => session.isComplete() || !code.startsWith("CONTENT_IMAGE_"));
  const allProblems = () => [...shown.problems, ...makingProblems(), ...writer.problems()];

  return {
    /** The last good site without its fonts and pictures, by path; empty until there is one. */
    files: () => shown.files,
    basePath: session.basePath,
    has: (path: string): boolean => shown.files.has(path) || requested.has(path) || maker.has(path),
    /** Any file of the last good site, or a newer one; fonts and pictures are made on request. Rejects with BuildFailedError. */
    file: async (path: string): Promise<OutputFile | undefined> =>
      requested.get(path) ?? shown.files.get(path) ?? maker.file(path),
    /** All problems of the current files, of making pictures and of writing the output folder. */
    problems: allProblems,
    /** Files of the last good site in which sample words of `new` are left. */
    starters: () => shown.starters,
    touch: loop.touch,
    settled,
    /** Resolves with the number of pages once the first build has loaded the content; 0 if it failed. Rejects as `settled` does. */
    opened: (): Promise<number> => Promise.race([loaded.pages, settled().then(() => 0)]),
    /** Resolves when the site is up to date with the files, or, before the rest of it, one of these pages. Rejects as `settled` does. */
    ready: (outputs: readonly string[]): Promise<void> => requested.ready(outputs, settled),
    async close(): Promise<void> {
      maker.close();
      await loop.close();
      await writer.close();
      await session.close();
    },
  };
}

function siteAfter(before: ShownSite, { result, problems }: BuildOutcome): ShownSite {
  if (!result) return { files: before.files, problems, starters: before.starters };
  const files = new Map(result.files.map((file) => [file.path, file]));
  return { files, problems, starters: result.unfinished.starters };
}

/** The number of pages, once the first build has loaded the content. */
function createLoaded() {
  let resolve: (pages: number) => void = () => {};
  const pages = new Promise<number>((done) => {
    resolve = done;
  });
  return { pages, resolve };
}
