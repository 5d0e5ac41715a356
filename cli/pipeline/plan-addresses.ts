// Plans the addresses of public entries, the redirects of former addresses, and the addresses that are gone.

import type { PublishedEntry } from "../content/entries/entry-row.ts";
import type { LinkTargets } from "../content/references/link-targets.ts";
import type { FinalSettings } from "../content/settings/read-settings.ts";
import type { SourceList } from "../content/sources/list-sources.ts";
import { publishedPath } from "../routes/addresses.ts";
import { planRoutes } from "../routes/plan-routes.ts";
import { siteRedirects } from "../routes/site-redirects.ts";
import { endedPaths, type PublishedRows } from "./publish-rows.ts";
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
  const redirection = siteRedirects({ site: sources.site, settings, entries, routes, index });
  // Nobody should look for the page of an entry whose period has ended.
  const endedAddresses = endedPaths(leftOut, templates.templates.collections)
    .map((path) => publishedPath(path, settings.links))
    .filter((address) => !redirection.redirects.some(({ from }) => from === address));
  return {
    routes,
    redirects: redirection.redirects,
    gone: [...new Set([...redirection.gone, ...endedAddresses])].sort(),
    goneSources: redirection.goneSources,
    diagnostics: [...diagnostics, ...redirection.diagnostics],
  };
}
