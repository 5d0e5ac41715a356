// What the pages refer to → files: pictures, cards and icons, made or taken from the caches.

import { availableParallelism } from "node:os";
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
  icons: Parameters<typeof planIcons>[0],
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
 * All of them, one part after the other, in parallel on all cores. Rejects when the signal aborts, after the running encoders are done,
 * and with the first file that cannot be made.
 */
export async function makeFiles(
  planned: readonly PlannedFile[],
  pictures: Pick<SitePictures, "saveKnown" | "tidy">,
  { signal, onProgress }: FilesOptions,
): Promise<OutputFile[]> {
  const files: OutputFile[] = [];
  const missing: PlannedFile[] = [];
  for (const plan of planned) {
    const cached = plan.find();
    if (cached) files.push(cached);
    else missing.push(plan);
  }
  for (const part of new Set(missing.map((plan) => plan.part))) {
    const ofPart = missing.filter((plan) => plan.part === part);
    const done = part ? countProgress(part, ofPart.length, onProgress) : () => {};
    const make = async (plan: PlannedFile) => {
      files.push(await plan.make());
      done();
    };
    await mapParallel(ofPart, { atOnce: availableParallelism(), signal }, make);
  }
  pictures.saveKnown();
  if (missing.length > 0) pictures.tidy();
  return files;
}
