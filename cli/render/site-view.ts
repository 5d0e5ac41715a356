import { createHash } from "node:crypto";
import type { Derivation, Listed, SiteCollections, SiteSettings, SiteView } from "../../templates/kit/index.ts";
import { planCard } from "../assets/cards/plan-card.ts";
import { createMarkdownRenderer, type MarkdownRenderer } from "../content/markdown/render-markdown.ts";
import { linkOnSite } from "../content/references/link-on-site.ts";
import { publishedPath } from "../routes/addresses.ts";
import { basePathOf, belowBase } from "../routes/base-path.ts";
import { getOrMake } from "../work/get-or-make.ts";
import { createDerived, listsOf } from "./derived.ts";
import { pictureHtml } from "./picture-html.ts";
import { factsOf, NO_REPORT, pictureViews, type ViewReport } from "./picture-views.ts";
import type { SiteData } from "./site-data.ts";
import { derivedKey, entryKey, listKey, pictureKey, settingKey } from "./site-fingerprints.ts";

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
      report.read(listKey(collection));
      // The lists come from the same collections that declare these types.
      return list as readonly Listed<SiteCollections[Name]>[];
    },
    find: <Name extends keyof SiteCollections>(collection: Name, slug: string) => {
      const entry = bySlug.get(collection)?.get(slug);
      report.read(entryKey(collection, slug));
      if (!entry) throw new Error(`There is no "${slug}" in ${collection}.`);
      return entry as Listed<SiteCollections[Name]>;
    },
    derived: createDerived(
      listsOf(data),
      (name, key, empty) => {
        report.read(derivedKey(name, key));
        // Of what is derived from an empty list, pages show nothing.
        for (const collection of empty) report.read(listKey(collection));
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
      report.read(pictureKey(src));
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
      report.read(settingKey(name));
      return value;
    };
    return [name, { enumerable: true, get }];
  };
  return Object.defineProperties({}, Object.fromEntries(Object.entries(settings).map(read)));
}
