// The lists of the site for pages that are rendered with marks: the same entries in the same order, with marked data.
import type { Listed, SiteView } from "../../../templates/kit/index.ts";

/** The marked data of an entry as other pages see it; undefined where there is none. */
export type MarkedDataOf = (collection: string, slug: string) => unknown;

type Entries = readonly Listed<unknown>[];

/** `view` is the view without marks. */
export function createMarkedLists(view: SiteView, dataOf: MarkedDataOf): Pick<SiteView, "list" | "find"> {
  const lists = new Map<string, Entries>();
  const bySlug = new Map<string, Listed<unknown>>();
  const listOf = (collection: string): Entries => {
    const cached = lists.get(collection);
    if (cached) return cached;
    const entries = view.list(collection as never) as Entries;
    const list = entries.map((entry) => markedEntry(collection, entry, dataOf));
    lists.set(collection, list);
    for (const entry of list) bySlug.set(`${collection}/${entry.slug}`, entry);
    return list;
  };
  return {
    list: (collection) => listOf(collection) as never,
    find(collection, slug) {
      listOf(collection);
      return (bySlug.get(`${collection}/${slug}`) ?? view.find(collection, slug)) as never;
    },
  };
}

/** The data is marked when it is read: other pages read that of few entries. */
function markedEntry(collection: string, entry: Listed<unknown>, dataOf: MarkedDataOf): Listed<unknown> {
  const { data: original, ...properties } = entry;
  let data: unknown;
  return {
    ...properties,
    get data() {
      data ??= dataOf(collection, properties.slug) ?? original;
      return data;
    },
  };
}
