// The pictures of one site: inspected, planned and made. A session keeps it, with its results, from build to build.

import { join } from "node:path";
import type { Config } from "../../config/resolve-config.ts";
import { openFileCache } from "../cache/file-cache.ts";
import { openStatHashes } from "../cache/stat-hashes.ts";
import { createDecodedPictures } from "./decoded-pictures.ts";
import { type InspectedPicture, inspectPictures } from "./inspect-pictures.ts";
import { createInspectionCache } from "./inspection-cache.ts";
import { planPictureFiles } from "./plan-picture-files.ts";
import type { Variant } from "./plan-variants.ts";

export type SitePictures = ReturnType<typeof openSitePictures>;

/** `cache` false inspects every picture and makes every file again. */
export function openSitePictures(config: Pick<Config, "contentDir" | "imageCacheDir" | "cache">) {
  const { contentDir, imageCacheDir, cache: reuse } = config;
  const hashes = reuse ? openStatHashes(imageCacheDir, contentDir) : undefined;
  const cache = openFileCache(imageCacheDir, hashes);
  const inspection = createInspectionCache(cache, reuse);
  const decoded = createDecodedPictures();
  return {
    cache,
    /** `headersOnly` leaves pixels that have not been read yet to each picture's `inspect`. */
    inspect: (names: readonly string[], headersOnly: boolean) =>
      inspectPictures(names, { imagesDir: join(contentDir, "images"), inspection, hashes, headersOnly }),
    plan: (variants: readonly Variant[], masters: ReadonlyMap<string, InspectedPicture>) =>
      planPictureFiles(variants, masters, decoded, { cache, reuse }),
    /** Call it after files were found: the next process need not read them again. */
    saveKnown: () => hashes?.save(),
    /** Call it after many files were made: frees memory, and deletes from the cache what was not used for a month. */
    tidy() {
      decoded.clear();
      cache.prune();
    },
    /** Work in progress is not saved. */
    close: cache.close,
  };
}
