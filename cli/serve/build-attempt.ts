// One attempt to build the watched site: requested pages are delivered first. What was built from files that have changed meanwhile is
// discarded.

import type { BuildOptions } from "../config/resolve-config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { PlannedSite } from "../pipeline/run-stages.ts";
import type { Scan } from "../pipeline/scan-files.ts";
import type { FinishedPage } from "../pipeline/stage-context.ts";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { runYielding, takingTurns } from "../work/yield-turn.ts";
import { buildProblems } from "./build-problems.ts";
import type { RequestedPages } from "./requested-pages.ts";

export interface BuildOutcome {
  /** undefined where the build failed. */
  readonly result: PlannedSite | undefined;
  readonly problems: readonly Diagnostic[];
}

interface AttemptJob extends Pick<BuildOptions, "signal" | "onProgress"> {
  readonly session: SiteSession;
  /** Pages that requests wait for. */
  readonly requested: RequestedPages;
  /** Outputs of the pages that are open somewhere. */
  openPages(): readonly string[];
  onPage(page: FinishedPage): void;
  /** The content is valid; called with the number of pages. */
  onLoaded(pages: number): void;
}

/** undefined where files changed meanwhile, unless it is the last attempt. Rejects where the signal aborts. */
export async function attemptBuild(job: AttemptJob, scan: Scan, isLast: boolean): Promise<BuildOutcome | undefined> {
  const { session, requested, openPages, onPage, onLoaded, signal, onProgress } = job;
  const inputsChanged = (paths?: readonly string[]) => !isLast && session.hasChanged(scan, paths);
  const deliverPage = (page: FinishedPage) => {
    // A single page is outdated only by the edited files.
    if (inputsChanged(scan.changed)) return;
    requested.add(page);
    onPage(page);
  };
  const requestedPages = () => [...requested.requestedPages(), ...openPages()];
  requested.clear();
  const building = runYielding(takingTurns(signal), () =>
    session.build({ scan, onLoaded, requestedPages, deliverPage, headersOnly: true, onProgress }),
  );
  const outcome = await outcomeOf(building, signal);
  return inputsChanged() ? undefined : outcome;
}

async function outcomeOf(building: Promise<PlannedSite>, signal: AbortSignal | undefined): Promise<BuildOutcome> {
  try {
    const result = await building;
    return { result, problems: result.warnings };
  } catch (error) {
    if (signal?.aborted) throw error;
    return { result: undefined, problems: buildProblems(error) };
  }
}
