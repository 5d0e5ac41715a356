// Public entries → the addresses of their pages, where former ones lead, and those that are gone.

import type { PublishedEntry } from "../content/entries/entry-row.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import type { FinalSettings } from "../content/settings/read-settings.ts";
import type { SourceList } from "../content/sources/list-sources.ts";
import { publishedPath } from "../routes/addresses.ts";
import { planRoutes } from "../routes/plan-routes.ts";
import { siteRedirects } from "../routes/site-redirects.ts";
import { type PublishedRows, pathsOver } from "./publish-rows.ts";
import type { StageContext } from "./stage-context.ts";

/** An entry that has a page. */
export type PagedEntry = PublishedEntry & { readonly path: string };

export function planAddresses(
  { templates }: StageContext,
  sources: SourceList,
  settings: FinalSettings,
  { entries, leftOut }: PublishedRows,
  index: LinkTargets,
) {
  const paged = entries.filter((entry): entry is PagedEntry => entry.path !== undefined);
  const { routes, diagnostics } = planRoutes(paged, settings.links);
  const moved = siteRedirects({ site: sources.site, settings, entries, routes, index });
  // Nobody is to look for the page of an entry whose time is over.
  const over = pathsOver(leftOut, templates.templates.collections)
    .map((path) => publishedPath(path, settings.links))
    .filter((address) => !moved.redirects.some(({ from }) => from === address));
  return {
    routes,
    redirects: moved.redirects,
    gone: [...new Set([...moved.gone, ...over])].sort(),
    goneSources: moved.goneSources,
    diagnostics: [...diagnostics, ...moved.diagnostics],
  };
}
