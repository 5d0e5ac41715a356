// A view of the site that records what was requested: what a section uses is what it reads while it is rendered, whatever its schema says.
import type { Listed, SiteView } from "../../templates/kit/index.ts";
import { markdownTargets } from "../content/render-markdown.ts";
import { createDerived } from "../render/derived.ts";

export interface Recording {
  readonly view: SiteView;
  /** Entries that were requested by name or whose data was read, as "bikes/tourer". */
  readonly entries: Set<string>;
  /** Pictures, by their path below content/images. */
  readonly images: Set<string>;
}

export function recordView(view: SiteView): Recording {
  const entries = new Set<string>();
  const images = new Set<string>();
  const watch = (collection: string, { data, ...rest }: Listed<unknown>): Listed<unknown> => ({
    ...rest,
    get data() {
      entries.add(`${collection}/${rest.slug}`);
      return data;
    },
  });
  const lists = new Map<string, readonly Listed<unknown>[]>();
  const list: SiteView["list"] = (collection) => {
    const watched = lists.get(collection) ?? view.list(collection).map((entry) => watch(collection, entry));
    lists.set(collection, watched);
    // The view's entries, which record when their data is read.
    return watched as never;
  };
  const recording: SiteView = {
    ...view,
    list,
    derived: createDerived({ settings: view.settings, list }),
    find(collection, slug) {
      // Requested by name: the address alone counts as a use.
      entries.add(`${collection}/${slug}`);
      return watch(collection, view.find(collection, slug)) as never;
    },
    image(src) {
      images.add(src);
      return view.image(src);
    },
    picture(image, slot) {
      images.add(image.src);
      return view.picture(image, slot);
    },
    card(request) {
      images.add(request.picture.src);
      return view.card(request);
    },
    markdown(source, options) {
      for (const { kind, target } of markdownTargets(source)) if (kind === "image") images.add(target);
      return view.markdown(source, options);
    },
  };
  return { view: recording, entries, images };
}
