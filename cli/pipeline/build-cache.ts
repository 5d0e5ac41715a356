// What one build leaves to the next: nothing in a process of its own, nearly everything while a site is watched. The stages do not know which.
import { setImmediate } from "node:timers/promises";
import type { SiteFonts } from "../assets/fonts/make-fonts.ts";
import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import { openSitePictures, type SitePictures } from "../assets/images/site-pictures.ts";
import { loadTemplates } from "../bundle/load-templates.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import type { EntrySource } from "../entries/load-entries.ts";
import { openPartitions, type Partitions, startHelper } from "../entries/partitions.ts";
import type { EntryPage } from "../entries/rendered-site.ts";
import type { BuiltSite } from "./built-site.ts";

/** A page that somebody waits for, finished before the rest of the site is. */
export type EagerPage = Pick<EntryPage, "output" | "hash" | "content">;

export interface BuildCache {
  templates(): Promise<LoadedTemplates>;
  openPartitions(templates: LoadedTemplates, sources: readonly EntrySource[]): Partitions;
  readonly pictures: SitePictures;
  /** What takes long to find out about pictures is left for later, and given to `onUnseen`. */
  readonly soon: boolean;
  onUnseen(pictures: readonly InspectedPicture[]): void;
  fonts(characters: string, make: () => Promise<SiteFonts>): Promise<SiteFonts>;
  /** Outputs of pages that somebody waits for. */
  readonly wanted: readonly string[];
  /** Called at most once for each of them, and only where nothing is wrong with it. */
  onPage(page: EagerPage): void;
  /** Called when all pages are rendered. */
  onRendered(site: Pick<BuiltSite, "site" | "settings" | "pages" | "characters">): void;
}

/** For one build that begins with nothing and leaves nothing. `use` rejects where the signal aborts. */
export async function withoutCache<Result>(
  config: Config,
  signal: AbortSignal | undefined,
  use: (cache: BuildCache) => Promise<Result>,
): Promise<Result> {
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  const helper = startHelper(config.contentDir);
  try {
    const result = await use({
      templates: () => loadTemplates(config),
      openPartitions: (templates, sources) => openPartitions(templates, sources, pause, helper),
      pictures: openSitePictures(config),
      soon: false,
      onUnseen() {},
      fonts: (_, make) => make(),
      wanted: [],
      onPage() {},
      onRendered() {},
    });
    await pause();
    return result;
  } finally {
    await helper?.close();
  }
}
