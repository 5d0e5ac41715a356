import { setImmediate } from "node:timers/promises";
import { makeFonts } from "../assets/fonts/make-fonts.ts";
import { openSitePictures } from "../assets/images/site-pictures.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import { templateInputs } from "../bundle/template-inputs.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import { type InputRecord, inputPath, recordInputs, stampOf } from "../emit/inputs.ts";
import { changedInputs } from "../emit/last-build.ts";
import { type Manifest, manifestStore } from "../emit/manifest.ts";
import { createThreads } from "../threads/threads.ts";
import type { Pause } from "../work/pause.ts";
import { noRecords, readRecords } from "./build-records.ts";
import type { StageContext } from "./stage-context.ts";

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
      records: changed ? readRecords(config, templates) : noRecords(),
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
export const withRecordedBuild = <Result>(
  config: Config,
  use: (context: StageContext) => Promise<Result>,
): Promise<Result> => {
  const manifest = manifestStore(config.stateDir, config.outDir).read();
  return withStages(config, { manifest, inputs: recordInputs(config, templateInputs(config)) }, {}, use);
};
