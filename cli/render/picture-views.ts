import type { Image, PictureAsset, PictureSlot, SiteView } from "../../templates/kit/index.ts";
import type { PictureFacts } from "../assets/images/picture-facts.ts";
import { type PlannedPicture, planPicture, planSingle } from "../assets/images/plan-variants.ts";
import { belowBase, srcsetBelowBase } from "../routes/base-path.ts";
import { getOrMake } from "../work/get-or-make.ts";
import type { DependencyRecord } from "./dependency-record.ts";
import type { SiteData } from "./site-data.ts";
import { pictureKey } from "./site-fingerprints.ts";

/** Reports what templates request of the view. The same picture in the same slot is reported as the same array. */
export type ViewReport = Pick<DependencyRecord, "variants" | "card" | "dependency">;

export const NO_REPORT: ViewReport = { variants() {}, card() {}, dependency() {} };

export function factsOf(images: SiteData["images"], src: string): PictureFacts {
  const facts = images.get(src);
  if (!facts) throw new Error(`The picture "${src}" was not announced by any field of the content.`);
  return facts;
}

/** Plans the same picture in the same slot once: an entry can be on many pages. */
export function pictureViews(
  images: SiteData["images"],
  report: ViewReport,
  base: string,
): Pick<SiteView, "picture" | "image"> {
  const planned = new WeakMap<PictureSlot, Map<string, PlannedPicture>>();
  const singles = new Map<string, PlannedPicture>();
  const pictureIn = (slot: PictureSlot, { src, focus }: Pick<Image, "src" | "focus">): PlannedPicture => {
    const ofSlot = getOrMake(planned, slot, () => new Map());
    const key = `${src}\0${focus?.x}\0${focus?.y}`;
    return getOrMake(ofSlot, key, () => {
      const { asset, variants } = planPicture(src, factsOf(images, src), slot, focus);
      return { asset: assetBelow(base, asset), variants };
    });
  };
  return {
    picture(image, slot) {
      report.dependency(pictureKey(image.src));
      const { asset, variants } = pictureIn(slot, image);
      report.variants(variants);
      return asset;
    },
    image(src) {
      report.dependency(pictureKey(src));
      const { asset, variants } = getOrMake(singles, src, () => planSingle(src, factsOf(images, src)));
      report.variants(variants);
      return { url: belowBase(base, asset.src), width: asset.width, height: asset.height };
    },
  };
}

const assetBelow = (base: string, { sources, src, ...asset }: PictureAsset): PictureAsset => ({
  ...asset,
  sources: sources.map((source) => ({ ...source, srcset: srcsetBelowBase(base, source.srcset) })),
  src: belowBase(base, src),
});
