// What the stages run with, and what they report while they run.

import type { SiteFonts } from "../assets/fonts/make-fonts.ts";
import type { SitePictures } from "../assets/images/site-pictures.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import type { SourceList } from "../content/sources/list-sources.ts";
import type { RenderedEntry } from "../render/page-job.ts";
import type { OpenThreads } from "../threads/threads.ts";
import type { BuildRecords } from "./build-records.ts";

export interface StageContext {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  /** What is known already; the stages put in what they find. */
  readonly records: BuildRecords;
  /** The files, where they are known to be the same as before. */
  readonly sources?: SourceList | undefined;
  /** Names the state of each file, by `inputPath`; a file that is not in it is read. */
  readonly stamps: ReadonlyMap<string, string | undefined>;
  readonly threads: OpenThreads;
  readonly pictures: SitePictures;
  /** Leaves the pixels of new pictures for later. */
  readonly headersOnly: boolean;
  fonts(characters: string, wordmark: string | undefined): Promise<SiteFonts>;
  readonly events: StageEvents;
}

/** A page that a caller waits for, finished before the rest of the site. */
export type FinishedPage = Pick<RenderedEntry, "output" | "hash" | "content">;

export interface StageEvents extends Pick<BuildOptions, "onProgress" | "onWork"> {
  /** Called when the content is valid, before pages are rendered: with their number. */
  onLoaded?(pages: number): void;
  /** Outputs of pages that a caller waits for at this moment. */
  requestedPages?(): readonly string[];
  /** Called at most once for each of them, and only if nothing is wrong with it. */
  deliverPage?(page: FinishedPage): void;
}

/** Reports what was done, in a line for each reason: "12 pages rendered: list services changed". */
export function countWork(
  report: BuildOptions["onWork"],
  what: "read" | "checked" | "rendered" | "written",
  reasons: Iterable<string>,
): void {
  if (!report) return;
  const counts = new Map<string, number>();
  for (const why of reasons) counts.set(why, (counts.get(why) ?? 0) + 1);
  for (const [why, count] of counts) report({ what, count, why });
}
