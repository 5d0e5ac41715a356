// Entries for templates: the list of a collection, or one entry by its slug.

import type { Listed, SiteCollections, SiteView } from "../../templates/kit/index.ts";
import type { ViewReport } from "./picture-views.ts";
import type { SiteData } from "./site-data.ts";
import { entryKey, listKey } from "./site-fingerprints.ts";

/** Lists are the same objects on every call, so that templates can cache what they derive from them. */
export function entryViews(lists: SiteData["lists"], report: ViewReport): Pick<SiteView, "list" | "find"> {
  const bySlug = new Map(
    Object.entries(lists).map(([name, list]) => [name, new Map(list.map((entry) => [entry.slug, entry]))]),
  );
  return {
    list: <Name extends keyof SiteCollections>(collection: Name) => {
      const list = lists[collection] ?? [];
      report.dependency(listKey(collection));
      // The lists come from the same collections that declare these types.
      return list as readonly Listed<SiteCollections[Name]>[];
    },
    find: <Name extends keyof SiteCollections>(collection: Name, slug: string) => {
      const entry = bySlug.get(collection)?.get(slug);
      report.dependency(entryKey(collection, slug));
      if (!entry) throw new Error(`There is no "${slug}" in ${collection}.`);
      return entry as Listed<SiteCollections[Name]>;
    },
  };
}
