// Sets up what the stages need, runs them once and closes it again.

import { makeFonts } from "../assets/fonts/make-fonts.ts";
import { openSitePictures } from "../assets/images/site-pictures.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import { templateInputs } from "../bundle/template-inputs.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import { type InputRecord, inputPath, inputStamp, recordInputs } from "../emit/inputs.ts";
import { changedInputs } from "../emit/last-build.ts";
import { type Manifest, manifestStore } from "../emit/manifest.ts";
import { createThreads } from "../threads/threads.ts";
import { runYielding, takingTurns, yieldTurn } from "../work/yield-turn.ts";
import { noRecords, readRecords } from "./build-records.ts";
import type { StageContext } from "./stage-context.ts";

export const stampsOf = (inputs: readonly InputRecord[]): StageContext["stamps"] =>
  new Map(inputs.map((record) => [inputPath(record.path), inputStamp(record)]));

/** Plans the fonts with the characters of the site, and draws its name. */
export const fontMaker =
  ({ cacheDir, templatesDir }: Config, { templates: { fonts: families } }: LoadedTemplates): StageContext["fonts"] =>
  (characters, wordmark) =>
    makeFonts({ families, characters, wordmark, templatesDir, cacheDir: `${cacheDir}/fonts` });

/**
 * For a single run of the stages in this process, with the records of the build of the manifest and the files of now. Rejects as `use` does,
 * and if the signal aborts.
 */
export const withStages = <Result>(
  config: Config,
  before: FormerState,
  options: RunOptions,
  use: (context: StageContext) => Promise<Result>,
): Promise<Result> => runYielding(takingTurns(options.signal), () => runOnce(config, before, options, use));

/** The manifest of the last build, and the files of now. */
interface FormerState {
  readonly manifest: Manifest | undefined;
  readonly inputs: readonly InputRecord[];
}

type RunOptions = Pick<BuildOptions, "signal" | "onProgress" | "onWork">;

async function runOnce<Result>(
  config: Config,
  { manifest, inputs }: FormerState,
  { onProgress, onWork }: RunOptions,
  use: (context: StageContext) => Promise<Result>,
): Promise<Result> {
  const changedPaths = config.cache ? changedInputs(config, manifest, inputs) : undefined;
  const threads = createThreads();
  try {
    threads.prepare((changedPaths ?? inputs.map(({ path }) => path)).filter(isSource).length);
    const templates = await loadTemplates(config);
    const result = await use({
      config,
      templates,
      records: changedPaths ? readRecords(config, templates) : noRecords(),
      stamps: stampsOf(inputs),
      threads: threads.open(templates),
      pictures: openSitePictures(config),
      headersOnly: false,
      fonts: fontMaker(config, templates),
      events: { onProgress, onWork },
    });
    await yieldTurn();
    return result;
  } finally {
    await threads.close();
  }
}

const isSource = (path: string): boolean => /\.(?:yaml|md)$/.test(path);

/** For callers that write nothing, with the records of the last build. */
export const withRecordedBuild = <Result>(
  config: Config,
  use: (context: StageContext) => Promise<Result>,
): Promise<Result> => {
  const manifest = manifestStore(config.stateDir, config.outDir).read();
  return withStages(config, { manifest, inputs: recordInputs(config, templateInputs(config)) }, {}, use);
};
