// Makes the files that pages refer to: pictures, cards and icons. Those in the caches are not made again.

import { availableParallelism } from "node:os";
import type { IconFile } from "../../templates/kit/index.ts";
import { planCards } from "../assets/cards/draw-cards.ts";
import { planIcons } from "../assets/icons/make-icons.ts";
import type { SitePictures } from "../assets/images/site-pictures.ts";
import type { BuildOptions } from "../config/resolve-config.ts";
import { countProgress } from "../diagnostics/progress.ts";
import type { OutputFile, PlannedFile } from "../emit/output-file.ts";
import { mapParallel } from "../work/parallel.ts";
import type { Content } from "./load-content.ts";
import type { RenderedSite } from "./render-stale.ts";
import type { StageContext } from "./stage-context.ts";

export type FilesOptions = Pick<BuildOptions, "signal" | "onProgress">;

/** Pictures, cards and icons stay in the cache until they are published. */
export function planFiles(
  { config, templates, pictures }: StageContext,
  { images }: Content,
  rendered: RenderedSite,
  icons: readonly IconFile[],
): PlannedFile[] {
  const { fonts, card } = templates.templates;
  const { templatesDir } = config;
  const caching = { cache: pictures.cache, reuse: config.cache };
  return [
    ...pictures.plan(rendered.variants, images),
    ...planCards({ cards: rendered.cards, pictures: images, families: fonts, templatesDir, look: card, ...caching }),
    ...planIcons(icons, images, caching),
  ];
}

/**
 * Makes all files, one part after the other, in parallel on all cores. Rejects if the signal aborts, after the running encoders are done,
 * and if a file cannot be made.
 */
export async function makeFiles(
  planned: readonly PlannedFile[],
  pictures: Pick<SitePictures, "saveHashes" | "tidy">,
  { signal, onProgress }: FilesOptions,
): Promise<OutputFile[]> {
  const files: OutputFile[] = [];
  const missingFiles: PlannedFile[] = [];
  for (const plan of planned) {
    const cached = plan.find();
    if (cached) files.push(cached);
    else missingFiles.push(plan);
  }
  for (const part of new Set(missingFiles.map((plan) => plan.part))) {
    const partFiles = missingFiles.filter((plan) => plan.part === part);
    const countOne = part ? countProgress(part, partFiles.length, onProgress) : () => {};
    const make = async (plan: PlannedFile) => {
      files.push(await plan.make());
      countOne();
    };
    await mapParallel(partFiles, { atOnce: availableParallelism(), signal }, make);
  }
  pictures.saveHashes();
  if (missingFiles.length > 0) pictures.tidy();
  return files;
}
