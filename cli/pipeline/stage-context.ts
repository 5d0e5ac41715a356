// What the stages run with, and what they report while they run.
import { setImmediate } from "node:timers/promises";
import { makeFonts, type SiteFonts } from "../assets/fonts/make-fonts.ts";
import { openSitePictures, type SitePictures } from "../assets/images/site-pictures.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import { templateInputs } from "../bundle/template-inputs.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Pause } from "../config/pause.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import type { SourceList } from "../content/list-sources.ts";
import { changedInputs, recordInputs } from "../emit/last-build.ts";
import { type InputRecord, inputPath, type Manifest, manifestStore, stampOf } from "../emit/manifest.ts";
import type { RenderedEntry } from "../entries/page-row.ts";
import { createThreads, type OpenThreads } from "../entries/threads.ts";
import { type Facts, noFacts, readFacts } from "./facts.ts";

export interface StageContext {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  /** What is known already; the stages put in what they find. */
  readonly facts: Facts;
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
  wanted?(): readonly string[];
  /** Called at most once for each of them, and only if nothing is wrong with it. */
  onPage?(page: FinishedPage): void;
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

export const stampsOf = (inputs: readonly InputRecord[]): StageContext["stamps"] =>
  new Map(inputs.map((record) => [inputPath(record.path), stampOf(record)]));

/** Plans fonts of the site's characters, and draws its name. */
export const fontMaker =
  ({ cacheDir, templatesDir }: Config, { templates: { fonts: families } }: LoadedTemplates): StageContext["fonts"] =>
  (characters, wordmark) =>
    makeFonts({ families, characters, wordmark, templatesDir, cacheDir: `${cacheDir}/fonts` });

/**
 * For a single run of the stages in this process, after the build of the manifest and with the files that are there now. Rejects as `use`
 * does, and when the signal aborts.
 */
export async function withStages<Result>(
  config: Config,
  { manifest, inputs }: { readonly manifest: Manifest | undefined; readonly inputs: readonly InputRecord[] },
  { signal, onProgress, onWork }: Pick<BuildOptions, "signal" | "onProgress" | "onWork">,
  use: (context: StageContext) => Promise<Result>,
): Promise<Result> {
  const changed = config.cache ? changedInputs(config, manifest, inputs) : undefined;
  const pause: Pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  const threads = createThreads(pause);
  try {
    threads.prepare((changed ?? inputs.map(({ path }) => path)).filter(isSource).length);
    const templates = await loadTemplates(config);
    const result = await use({
      config,
      templates,
      facts: changed ? readFacts(config, templates) : noFacts(),
      stamps: stampsOf(inputs),
      threads: threads.open(templates),
      pictures: openSitePictures(config),
      headersOnly: false,
      fonts: fontMaker(config, templates),
      events: { onProgress, onWork },
    });
    await pause();
    return result;
  } finally {
    await threads.close();
  }
}

const isSource = (path: string): boolean => /\.(?:yaml|md)$/.test(path);

/** For callers that write nothing, over what the last build knew. */
export const withFacts = <Result>(config: Config, use: (context: StageContext) => Promise<Result>): Promise<Result> => {
  const manifest = manifestStore(config.stateDir, config.outDir).read();
  return withStages(config, { manifest, inputs: recordInputs(config, templateInputs(config)) }, {}, use);
};
