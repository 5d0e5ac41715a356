import { createHash } from "node:crypto";
import type {
  Derivation,
  Image,
  Listed,
  PictureAsset,
  PictureSlot,
  SiteCollections,
  SiteSettings,
  SiteView,
} from "../../templates/kit/index.ts";
import { planCard } from "../assets/cards/plan-card.ts";
import type { PictureFacts } from "../assets/images/picture-facts.ts";
import { type PlannedPicture, planPicture, planSingle } from "../assets/images/plan-variants.ts";
import { getOrMake } from "../config/get-or-make.ts";
import { linkOnSite } from "../content/link-targets.ts";
import { createMarkdownRenderer, type MarkdownRenderer } from "../content/render-markdown.ts";
import { basePathOf, belowBase, srcsetBelowBase } from "../routes/base-path.ts";
import { publishedPath } from "../routes/plan-routes.ts";
import type { DependencyRecord } from "./dependency-record.ts";
import { createDerived, listsOf } from "./derived.ts";
import { pictureHtml } from "./picture-html.ts";
import type { SiteData } from "./site-data.ts";
import { derivedRead, entryRead, listRead, pictureRead, settingRead } from "./site-fingerprints.ts";

/** What is requested of the view. The same picture in the same slot is reported as the same array. */
type ViewReport = Pick<DependencyRecord, "variants" | "card" | "read">;

const NO_REPORT: ViewReport = { variants() {}, card() {}, read() {} };

/**
 * The view that components get. Lists are the same objects on every call, so that templates can cache what they derive from them. `derived`
 * are the derivations that there are; default: all.
 */
export function createSiteView(
  data: SiteData,
  report: ViewReport = NO_REPORT,
  derived?: readonly Derivation<unknown>[],
): SiteView {
  const { lists } = data;
  const bySlug = new Map(
    Object.entries(lists).map(([name, list]) => [name, new Map(list.map((entry) => [entry.slug, entry]))]),
  );
  const base = basePathOf(data.baseUrl);
  const origin = data.baseUrl.slice(0, data.baseUrl.length - base.length);
  /** What `image`, `picture` and `card` give is below the path already. */
  const isCarried = (target: string) => base !== "" && target.startsWith(`${base}/assets/`);
  const href = (target: string) => {
    if (isCarried(target)) return target;
    const link = linkOnSite(target, data.baseUrl);
    return link.startsWith("/") ? base + publishedPath(link, data.links) : link;
  };
  const { image, picture } = pictureViews(data.images, report, base);
  const cards = new Map<string, ReturnType<typeof planCard>>();
  const createMarkdown = () =>
    createMarkdownRenderer(href, (src, words) => pictureHtml(picture({ src }, data.proseSlot), words));
  // Some views have no prose.
  let markdown: MarkdownRenderer | undefined;
  return {
    settings: reportedSettings(data.settings, report) as unknown as SiteSettings,
    list: <Name extends keyof SiteCollections>(collection: Name) => {
      const list = lists[collection] ?? [];
      report.read(listRead(collection));
      // The lists come from the same collections that declare these types.
      return list as readonly Listed<SiteCollections[Name]>[];
    },
    find: <Name extends keyof SiteCollections>(collection: Name, slug: string) => {
      const entry = bySlug.get(collection)?.get(slug);
      report.read(entryRead(collection, slug));
      if (!entry) throw new Error(`There is no "${slug}" in ${collection}.`);
      return entry as Listed<SiteCollections[Name]>;
    },
    derived: createDerived(
      listsOf(data),
      (name, key, empty) => {
        report.read(derivedRead(name, key));
        // Of what is derived from an empty list, pages show nothing.
        for (const collection of empty) report.read(listRead(collection));
      },
      derived,
    ),
    href,
    absolute: (target) => origin + href(target),
    fonts: data.fonts.urls.map((url) => belowBase(base, url)),
    ...(data.fonts.wordmark && { wordmark: data.fonts.wordmark }),
    image,
    picture,
    card({ collection, picture: { src, focus }, title: own, brand }) {
      report.read(pictureRead(src));
      const facts = factsOf(data.images, src);
      const title = data.sharedCards.includes(collection) ? "" : own;
      // Pages that share a card request the same object, whatever their words for its picture are.
      const key = JSON.stringify([src, focus, title, brand]);
      const planned = getOrMake(cards, key, () => planCard({ src, focus, title, brand }, facts, data.cardVersion));
      report.card(planned.card);
      return { ...planned.asset, url: belowBase(base, planned.asset.url) };
    },
    digest: (value) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16),
    markdown(source, options) {
      markdown ??= createMarkdown();
      return markdown.render(source, options);
    },
  };
}

/** The same values; reading a field of the file's top level is reported. */
function reportedSettings(settings: SiteData["settings"], report: ViewReport): SiteData["settings"] {
  const read = ([name, value]: [string, unknown]) => {
    const get = () => {
      report.read(settingRead(name));
      return value;
    };
    return [name, { enumerable: true, get }];
  };
  return Object.defineProperties({}, Object.fromEntries(Object.entries(settings).map(read)));
}

function factsOf(images: SiteData["images"], src: string): PictureFacts {
  const facts = images.get(src);
  if (!facts) throw new Error(`The picture "${src}" was not announced by any field of the content.`);
  return facts;
}

/** The same picture in the same slot is planned once: an entry can appear on many pages. */
function pictureViews(
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
      report.read(pictureRead(image.src));
      const { asset, variants } = pictureIn(slot, image);
      report.variants(variants);
      return asset;
    },
    image(src) {
      report.read(pictureRead(src));
      const { asset, variants } = getOrMake(singles, src, () => planSingle(src, factsOf(images, src)));
      report.variants(variants);
      return { url: belowBase(base, asset.src), width: asset.width, height: asset.height };
    },
  };
}

const assetBelow = (base: string, { sources, src, ...rest }: PictureAsset): PictureAsset => ({
  ...rest,
  sources: sources.map((source) => ({ ...source, srcset: srcsetBelowBase(base, source.srcset) })),
  src: belowBase(base, src),
});
