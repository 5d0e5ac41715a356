// Templates and content → what there is to read, with the shards that read it; and, for who wants no pages, all of the content.
import { setImmediate } from "node:timers/promises";
import { openSitePictures } from "../assets/images/site-pictures.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import { chooseVariants } from "../content/choose-variants.ts";
import { listSources } from "../content/list-sources.ts";
import { readSettings } from "../content/read-settings.ts";
import { type Diagnostic, stopOnErrors } from "../diagnostics/diagnostic.ts";
import { openPartitions, startHelper } from "../entries/partitions.ts";
import type { Warmth } from "./build-cache.ts";
import { type Content, type LoadJob, loadContent } from "./load-content.ts";

/** The content of a site without a mistake, and what its pages are made with. */
export interface LoadedSite {
  readonly templates: LoadedTemplates;
  readonly content: Content;
}

/** The stages up to the plan. Rejects with BuildFailedError and all that is wrong with the content. */
export async function loadSite(config: Config): Promise<LoadedSite> {
  return withPartitions(config, undefined, async (job) => {
    const content = await loadContent(job);
    stopOnErrors(job.diagnostics);
    return { templates: job.templates, content };
  });
}

/** Loads the templates, lists what there is to read, and hands it on with the shards that will read it. */
export async function withPartitions<Result>(
  config: Config,
  signal: AbortSignal | undefined,
  use: (job: LoadJob) => Promise<Result>,
  warmth?: Warmth,
): Promise<Result> {
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  const helper = warmth ? undefined : startHelper(config.contentDir);
  try {
    const templates = warmth?.templates ?? (await loadTemplates(config));
    const { sources, settings, variants, diagnostics } = listContent(config, templates);
    const partitions = warmth
      ? warmth.openPartitions(variants.map((source) => ({ ...source, stamp: warmth.stampOf(source.path) })))
      : openPartitions(templates, variants, pause, helper);
    const pictures = warmth?.pictures ?? openSitePictures(config);
    const soon = warmth?.soon ?? false;
    const result = await use({ config, templates, sources, settings, partitions, pictures, soon, diagnostics });
    await pause();
    return result;
  } finally {
    await helper?.close();
  }
}

/** What there is to read, and which reading of each page is published. */
function listContent(config: Config, { templates }: LoadedTemplates) {
  const sources = listSources(config.root, config.contentDir, templates.collections);
  const settings = readSettings(sources.site, templates.settings, config);
  const chosen = settings.values?.variants ?? config.variants;
  const variants = chooseVariants(sources.entries, chosen, sources.site, config.variants);
  const diagnostics: Diagnostic[] = [...sources.diagnostics, ...settings.diagnostics, ...variants.diagnostics];
  return { sources, settings, variants: variants.sources, diagnostics };
}
