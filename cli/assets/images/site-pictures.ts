// The pictures of one site: they are inspected, planned and made. A session keeps them, with all results, from build to build.

import { join } from "node:path";
import type { Config } from "../../config/resolve-config.ts";
import type { PlannedFile } from "../../emit/output-file.ts";
import { type FileCache, openFileCache } from "../cache/file-cache.ts";
import { openStatHashes } from "../cache/stat-hashes.ts";
import { createDecodedPictures } from "./decoded-pictures.ts";
import { type InspectedPicture, type Inspection, inspectPictures } from "./inspect-pictures.ts";
import { createInspectionCache } from "./inspection-cache.ts";
import { planPictureFiles } from "./plan-picture-files.ts";
import type { Variant } from "./plan-variants.ts";

export interface SitePictures {
  readonly cache: FileCache;
  /** `headersOnly` leaves pixels that have not been read yet to each picture's `inspect`. */
  inspect(names: readonly string[], headersOnly: boolean): Promise<Inspection>;
  plan(variants: readonly Variant[], masters: ReadonlyMap<string, InspectedPicture>): PlannedFile[];
  /** Call it after files were found: the next process need not read them again. */
  saveHashes(): void;
  /** Call it after many files were made: it frees memory, and deletes from the cache what was not used for a month. */
  tidy(): void;
  /** Work in progress is not saved. */
  close(): void;
}

/** With `cache` false, every picture is inspected and every file made again. */
export function openSitePictures(config: Pick<Config, "contentDir" | "imageCacheDir" | "cache">): SitePictures {
  const { contentDir, imageCacheDir, cache: reuse } = config;
  const hashes = reuse ? openStatHashes(imageCacheDir, contentDir) : undefined;
  const cache = openFileCache(imageCacheDir, hashes);
  const inspection = createInspectionCache(cache, reuse);
  const decoded = createDecodedPictures();
  return {
    cache,
    inspect: (names, headersOnly) =>
      inspectPictures(names, { imagesDir: join(contentDir, "images"), inspection, hashes, headersOnly }),
    plan: (variants, masters) => planPictureFiles(variants, masters, decoded, { cache, reuse }),
    saveHashes: () => hashes?.save(),
    tidy() {
      decoded.clear();
      cache.prune();
    },
    close: cache.close,
  };
}
