// What outlives a build of a watched site.
import type { SiteFonts } from "../assets/fonts/make-fonts.ts";
import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import type { SitePictures } from "../assets/images/site-pictures.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { EntrySource } from "../entries/load-entries.ts";
import type { Partitions } from "../entries/partitions.ts";
import type { EntryPage } from "../entries/rendered-site.ts";
import type { MappedSite } from "../visual/source-map/mapped-site.ts";

/** A page that somebody waits for, finished before the rest of the site is. */
export type EagerPage = Pick<EntryPage, "output" | "hash" | "content">;

/** What is kept from one build to the next. Without it a build begins with nothing; with it, it makes the same files. */
export interface Warmth {
  readonly templates: LoadedTemplates;
  /** Names a content file as it stands; undefined where it has to be read. */
  stampOf(path: string): string | undefined;
  openPartitions(sources: readonly EntrySource[]): Partitions;
  readonly pictures: SitePictures;
  /** What takes long to find out about pictures is left for later, and `onUnseen` is told of those pictures. */
  readonly soon: boolean;
  onUnseen(pictures: readonly InspectedPicture[]): void;
  fonts(characters: string, make: () => Promise<SiteFonts>): Promise<SiteFonts>;
  /** Outputs of pages that somebody waits for. */
  readonly wanted: readonly string[];
  /** Told at most once for each of them, and only where nothing is wrong with it. */
  onPage(page: EagerPage): void;
  /** Told of what the pages were made of, when all of them are. */
  onMade(made: Pick<MappedSite, "site" | "settings" | "pages" | "characters">): void;
}
