// The site while its files change: the last good one, and all problems of the current files.

import { setImmediate as turn } from "node:timers/promises";
import type { BuildOptions } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PlannedSite } from "../pipeline/run-stages.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { timeSliced } from "../work/time-sliced.ts";
import { runYielding } from "../work/yield-turn.ts";
import type { BuildOutcome } from "./build-attempt.ts";
import { createOnDemandFiles } from "./on-demand-files.ts";
import { createOutputWriter } from "./output-writer.ts";
import { createSiteBuilds, type SiteBuilds } from "./site-builds.ts";

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

export interface LiveSite extends Pick<SiteBuilds, "touch" | "settled" | "opened" | "ready"> {
  /** The last good site without its fonts and pictures, by path; empty until there is one. */
  files(): ReadonlyMap<string, OutputFile>;
  basePath(): string;
  has(path: string): boolean;
  /** Any file of the last good site, or a newer one; fonts and pictures are made on request. Rejects with BuildFailedError. */
  file(path: string): Promise<OutputFile | undefined>;
  /** All problems of the current files, of making pictures and of writing the output folder. */
  problems(): readonly Diagnostic[];
  /** Files of the last good site in which sample words of `new` are left. */
  starters(): readonly string[];
  close(): Promise<void>;
}

/** The last good site, and the problems of the current files. */
interface ServedSite {
  readonly files: ReadonlyMap<string, OutputFile>;
  readonly problems: readonly Diagnostic[];
  readonly starters: readonly string[];
}

export function createLiveSite(session: SiteSession, listener: LiveListener, options: LiveOptions): LiveSite {
  const { signal, onProgress, writes } = options;
  let served: ServedSite = { files: new Map(), problems: [], starters: [] };
  const problems = () => [...served.problems, ...onDemand.problems(), ...writer.problems()];

  const builds = createSiteBuilds({
    session,
    signal,
    onProgress,
    openPages: listener.openPages,
    onPage: listener.onPage,
    onBuild(outcome, ms) {
      const { result } = outcome;
      served = siteAfter(served, outcome);
      if (result && writes) writer.markOutdated();
      onDemand.follow(result?.planned);
      listener.onBuild({ ms, result });
    },
    onIdle: () => writer.schedule(),
  });
  const onDemand = createOnDemandFiles({
    idle: builds.idle,
    inspectNext: builds.inspectNext,
    isInspected: session.isComplete,
    onProblems: () => listener.onProblems(problems()),
    onComplete(made) {
      if (made > 0) session.tidy();
      writer.schedule();
    },
  });
  const yieldToBuilds = afterBuilds(builds.idle);
  const writer = createOutputWriter({
    write: () => runYielding(yieldToBuilds, session.emit),
    canWrite: () => !builds.isRunning() && session.isComplete() && onDemand.isComplete(),
    onProblems: listener.onProblems,
  });

  return {
    files: () => served.files,
    basePath: session.basePath,
    has: (path) => served.files.has(path) || builds.earlyPage(path) !== undefined || onDemand.has(path),
    file: async (path) => builds.earlyPage(path) ?? served.files.get(path) ?? onDemand.file(path),
    problems,
    starters: () => served.starters,
    touch: builds.touch,
    settled: builds.settled,
    opened: builds.opened,
    ready: builds.ready,
    async close() {
      onDemand.close();
      await builds.close();
      await writer.close();
      await session.close();
    },
  };
}

function siteAfter(before: ServedSite, { result, problems }: BuildOutcome): ServedSite {
  if (!result) return { files: before.files, problems, starters: before.starters };
  const files = new Map(result.files.map((file) => [file.path, file]));
  return { files, problems, starters: result.unfinished.starters };
}

/** Pages that are waited for come first. `idle` resolves when no build runs. */
const afterBuilds = (idle: () => Promise<void>): (() => Promise<void>) =>
  timeSliced(async () => {
    await turn();
    await idle();
  });
