// The pictures of one site: looked at, planned and made. A session keeps it from build to build, with what it has found out.
import { join } from "node:path";
import type { PlannedFile } from "../../emit/planned-file.ts";
import { createDecodedPictures } from "./decoded-pictures.ts";
import { type ImageCache, openImageCache } from "./image-cache.ts";
import { type InspectedPicture, type Inspection, inspectPictures } from "./inspect-pictures.ts";
import { openKnownFiles } from "./known-files.ts";
import { createPictureLooks } from "./picture-looks.ts";
import { planPictureFiles } from "./plan-picture-files.ts";
import type { Variant } from "./plan-variants.ts";

export interface SitePictures {
  readonly cache: ImageCache;
  /** `soon` leaves pixels that nobody has read yet to each picture's `look`. */
  inspect(names: readonly string[], soon: boolean): Promise<Inspection>;
  plan(variants: readonly Variant[], masters: ReadonlyMap<string, InspectedPicture>): PlannedFile[];
  /** To be called when much was made: frees the memory, and deletes from the cache what was not asked for in a month. */
  tidy(): void;
  /** What is still being made is not kept. */
  close(): void;
}

/** Of the options of a build. */
interface PictureOptions {
  readonly contentDir: string;
  readonly imageCacheDir: string;
  /** false looks at every picture and makes every file anew. */
  readonly cache: boolean;
}

export function openSitePictures({ contentDir, imageCacheDir, cache: reuse }: PictureOptions): SitePictures {
  const cache = openImageCache(imageCacheDir);
  const looks = createPictureLooks(cache, reuse);
  const decoded = createDecodedPictures();
  return {
    cache,
    inspect: (names, soon) =>
      inspectPictures(names, {
        imagesDir: join(contentDir, "images"),
        looks,
        known: reuse ? openKnownFiles(imageCacheDir, contentDir) : undefined,
        soon,
      }),
    plan: (variants, masters) => planPictureFiles(variants, masters, decoded, { cache, reuse }),
    tidy() {
      decoded.clear();
      cache.prune();
    },
    close: cache.close,
  };
}
