// What one build keeps for the next: nothing for a single build, nearly everything while a site is watched. The stages do not see which.
import { setImmediate } from "node:timers/promises";
import type { SiteFonts } from "../assets/fonts/make-fonts.ts";
import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import { openSitePictures, type SitePictures } from "../assets/images/site-pictures.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import type { Settings } from "../content/read-settings.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { EntryWorker } from "../entries/entry-worker.ts";
import type { EntrySource } from "../entries/load-entries.ts";
import type { EntryPage } from "../entries/page-job.ts";
import { openPartitions, type PartitionFiles, type Partitions, startHelper } from "../entries/partitions.ts";
import { NO_FONTS, type SiteData } from "../render/site-data.ts";
import type { BuiltSite } from "./built-site.ts";

/** A page that a caller waits for, finished before the rest of the site. */
export type EagerPage = Pick<EntryPage, "output" | "hash" | "content">;

export interface BuildCache {
  templates(): Promise<LoadedTemplates>;
  openPartitions(templates: LoadedTemplates, sources: readonly EntrySource[]): Partitions;
  /** `read` is called if they may have changed. */
  settings(read: () => Settings): Settings;
  readonly pictures: SitePictures;
  /** Leaves slow inspections of pictures for later, and passes those pictures to `onUnseen`. */
  readonly soon: boolean;
  onUnseen(pictures: readonly InspectedPicture[]): void;
  fonts(characters: string, make: () => Promise<SiteFonts>): Promise<SiteFonts>;
  /** Those that the build before made, or none. */
  readonly fontsBefore: SiteData["fonts"];
  /** Called when the content is loaded and valid, before pages are rendered: with their number, and the site's fonts. */
  onLoaded(pages: number, fonts: readonly OutputFile[]): void;
  /** Outputs of pages that a caller waits for at this moment. */
  wanted(): readonly string[];
  /** Called at most once for each of them, and only if nothing is wrong with it. */
  onPage(page: EagerPage): void;
  /** Called when all pages are rendered. */
  onRendered(site: Pick<BuiltSite, "site" | "settings" | "pages" | "characters">): void;
}

/** For a single build, which keeps nothing in memory. `use` rejects when the signal aborts. */
export async function withoutCache<Result>(
  config: Config,
  signal: AbortSignal | undefined,
  use: (cache: BuildCache) => Promise<Result>,
  files?: PartitionFiles,
): Promise<Result> {
  const helper = startHelper(config.contentDir);
  try {
    return await runOnce(config, signal, use, { templates: () => loadTemplates(config), helper, files });
  } finally {
    await helper?.close();
  }
}

/** For a single build that takes over what an earlier one knew of its entries. Rejects with WideChange if that is of little use. */
export async function withRecord<Result>(
  config: Config,
  templates: LoadedTemplates,
  files: PartitionFiles,
  isWide: boolean,
  signal: AbortSignal | undefined,
  use: (cache: BuildCache) => Promise<Result>,
): Promise<Result> {
  const helper = isWide ? startHelper(config.contentDir) : undefined;
  try {
    return await runOnce(config, signal, use, { templates: async () => templates, helper, files });
  } finally {
    await helper?.close();
  }
}

interface Opening {
  templates(): Promise<LoadedTemplates>;
  readonly helper: EntryWorker | undefined;
  readonly files: PartitionFiles | undefined;
}

async function runOnce<Result>(
  config: Config,
  signal: AbortSignal | undefined,
  use: (cache: BuildCache) => Promise<Result>,
  { templates, helper, files }: Opening,
): Promise<Result> {
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  let opened: ReturnType<typeof openPartitions> | undefined;
  const cache: BuildCache = {
    templates,
    openPartitions(loaded, sources) {
      opened = openPartitions(loaded, sources, pause, helper, files);
      return opened;
    },
    settings: (read) => read(),
    pictures: openSitePictures(config),
    soon: false,
    onUnseen() {},
    fonts: (_, make) => make(),
    fontsBefore: files?.record?.site.fonts ?? NO_FONTS,
    onLoaded() {},
    wanted: () => [],
    onPage() {},
    // A thread takes a while to end: it does so beside what is done with the pages.
    onRendered: () => void helper?.close(),
  };
  try {
    const result = await use(cache);
    await pause();
    return result;
  } finally {
    opened?.close();
  }
}
