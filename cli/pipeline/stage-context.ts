// What the stages need, and what they report while they run.

import type { SiteFonts } from "../assets/fonts/make-fonts.ts";
import type { SitePictures } from "../assets/images/site-pictures.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import type { SourceList, SourceRef } from "../content/sources/list-sources.ts";
import { inputPath } from "../emit/inputs.ts";
import type { RenderedEntry } from "../render/page-job.ts";
import type { OpenThreads } from "../threads/threads.ts";
import type { BuildRecords } from "./build-records.ts";

export interface StageContext {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  /** The records so far. The stages add what they find. */
  readonly records: BuildRecords;
  /** The sources, if their files are known to be the same as before, or as they will be after a change. */
  readonly sources?: SourceList | undefined;
  /** The stamp of each file by `inputPath`. A file without a stamp is read. */
  readonly stamps: ReadonlyMap<string, string | undefined>;
  readonly threads: OpenThreads;
  readonly pictures: SitePictures;
  /** Whether the pixels of new pictures are left for later. */
  readonly headersOnly: boolean;
  fonts(characters: string, wordmark: string | undefined): Promise<SiteFonts>;
  readonly events: StageEvents;
}

/** A file without a stamp, and one whose new text is not written yet, is read. */
export const stampOf = ({ stamps }: Pick<StageContext, "stamps">, { path, newText }: SourceRef): string | undefined =>
  newText === undefined ? stamps.get(inputPath(path)) : undefined;

/** A page that a caller waits for. It is finished before the rest of the site. */
export type FinishedPage = Pick<RenderedEntry, "output" | "hash" | "content">;

export interface StageEvents extends Pick<BuildOptions, "onProgress" | "onWork"> {
  /** Called with the number of pages when the content is valid, before they are rendered. */
  onLoaded?(pages: number): void;
  /** Outputs of the pages that a caller is waiting for. */
  requestedPages?(): readonly string[];
  /** Called at most once for each of these pages, and only if it has no problem. */
  deliverPage?(page: FinishedPage): void;
}

/** Reports the work in a line for each reason: "12 pages rendered: list services changed". */
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
