import type { ImageAsset, Listed, SiteCollections, SiteSettings, SiteView } from "../../templates/kit/site-view.ts";
import { createMarkdownRenderer } from "../content/render-markdown.ts";
import { type LinkStyle, publishedPath } from "../routes/plan-routes.ts";

/** All that templates may ask for, as plain data: it is sent to other threads as it is. */
export interface SiteData {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly lists: Readonly<Record<string, readonly Listed<unknown>[]>>;
  readonly images: ReadonlyMap<string, ImageAsset>;
  readonly fonts: { readonly css: string; readonly urls: readonly string[] };
  readonly links: LinkStyle;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly relayUrl: string;
}

/** The view that components get. Lists are the same objects on every call, so that templates may keep what they derive from them. */
export function createSiteView(data: SiteData): SiteView {
  const bySlug = new Map(
    Object.entries(data.lists).map(([name, list]) => [name, new Map(list.map((entry) => [entry.slug, entry]))]),
  );
  const href = (target: string) => (target.startsWith("/") ? publishedPath(target, data.links) : target);
  const image = (src: string): ImageAsset => {
    const asset = data.images.get(src);
    if (!asset) throw new Error(`The picture "${src}" was not announced by any field of the content.`);
    return asset;
  };
  const markdown = createMarkdownRenderer(href, image);
  return {
    settings: data.settings as unknown as SiteSettings,
    // The lists come from the same collections that declare these types.
    list: <Name extends keyof SiteCollections>(collection: Name) =>
      (data.lists[collection] ?? []) as readonly Listed<SiteCollections[Name]>[],
    find: <Name extends keyof SiteCollections>(collection: Name, slug: string) => {
      const entry = bySlug.get(collection)?.get(slug);
      if (!entry) throw new Error(`There is no "${slug}" in ${collection}.`);
      return entry as Listed<SiteCollections[Name]>;
    },
    href,
    absolute: (target) => data.baseUrl + href(target),
    fonts: data.fonts.urls,
    image,
    markdown: (source, options) => markdown.render(source, options),
  };
}
