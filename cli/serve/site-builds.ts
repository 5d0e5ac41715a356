// The builds of a watched site, and the requests that wait for them: a page that is waited for comes before the rest of the site.

import type { BuildOptions } from "../config/resolve-config.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { Scan } from "../pipeline/scan-files.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { attemptBuild, type BuildOutcome } from "./build-attempt.ts";
import { type BuildLoop, createBuildLoop } from "./build-loop.ts";
import { createRequestedPages } from "./requested-pages.ts";

interface SiteBuildsJob extends Pick<BuildOptions, "signal" | "onProgress"> {
  readonly session: SiteSession;
  /** Outputs of the pages that are open somewhere. */
  openPages(): readonly string[];
  /** The requested page, before the rest of the site. */
  onPage(page: FinishedPage): void;
  /** A build has ended. `ms` is undefined where no file had changed. */
  onBuild(outcome: BuildOutcome, ms: number | undefined): void;
  /** The site is up to date, or the signal has aborted. */
  onIdle(): void;
}

export interface SiteBuilds extends BuildLoop {
  /** A page of the build that runs, rendered before the rest of the site. */
  earlyPage(path: string): OutputFile | undefined;
  /** Resolves with the number of pages once the first build has loaded the content; 0 if it failed. Rejects as `settled` does. */
  opened(): Promise<number>;
  /** Resolves when the site is up to date with the files, or, before the rest of it, one of these pages. Rejects as `settled` does. */
  ready(outputs: readonly string[]): Promise<void>;
  /** Inspects a picture of which only the header is known, and builds where that changes the site; false where there is none. */
  inspectNext(): Promise<boolean>;
}

export function createSiteBuilds(job: SiteBuildsJob): SiteBuilds {
  const { session, signal, onProgress, openPages, onPage, onBuild, onIdle } = job;
  const requested = createRequestedPages(() => session.scan().changed.length === 0);
  let onLoaded: (pages: number) => void = () => {};
  const loaded = new Promise<number>((resolve) => {
    onLoaded = resolve;
  });
  const attempt = { session, requested, openPages, onPage, onLoaded, signal, onProgress };

  const build = async (scan: Scan, isLast: boolean): Promise<boolean> => {
    const startedAt = performance.now();
    const hasChanges = scan.changed.length > 0 || !session.needsBuild();
    const outcome = await attemptBuild(attempt, scan, isLast);
    if (outcome === undefined) return false;
    // Both at once: a request must not find an older page in between.
    requested.clear();
    onBuild(outcome, hasChanges ? performance.now() - startedAt : undefined);
    return true;
  };

  const loop = createBuildLoop({ session, signal, build, onIdle });
  const { settled } = loop;
  return {
    ...loop,
    earlyPage: requested.get,
    opened: () => Promise.race([loaded, settled().then(() => 0)]),
    ready: (outputs) => requested.ready(outputs, settled),
    async inspectNext() {
      const wasAny = await session.inspectNext();
      if (session.needsBuild()) void loop.start();
      return wasAny;
    },
  };
}
