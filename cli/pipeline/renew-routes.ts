// The pages of a site after some have come or are gone.
import type { LoadedTemplates } from "../bundle/templates.ts";
import { compareText } from "../content/list-sources.ts";
import type { LastBuild } from "../emit/last-build.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import type { EntrySummary } from "../entries/load-entries.ts";
import type { PageJob } from "../entries/page-job.ts";
import type { SiteData } from "../render/site-data.ts";
import { foldName } from "../routes/find-alike.ts";
import { addressKey } from "../routes/plan-redirects.ts";
import { publishedPath } from "../routes/plan-routes.ts";
import { sitemap } from "../routes/sitemap.ts";
import type { Readers } from "./kept-record.ts";
import { isCrowd } from "./load-content.ts";
import type { PlacedTarget } from "./placed-entries.ts";
import type { RecordedEntry } from "./site-record.ts";

type Routes = LastBuild["routes"];

/** An entry, as it was published and as it is. */
interface RoutedEntry extends PlacedTarget {
  readonly known: RecordedEntry | undefined;
  readonly job: PageJob | undefined;
  readonly summary: Pick<EntrySummary, "formerly">;
}

export interface RenewedRoutes {
  readonly routes: Routes;
  readonly added: Routes;
  readonly removed: Routes;
}

/** Whether the entry was published, and is. */
export const isSteady = ({ known, state }: Pick<RoutedEntry, "known" | "state">): boolean =>
  known !== undefined && state === "published";

/** undefined if more than these pages depends on it: what is to be reported, redirects, or what every page shows. `site` has the new lists. */
export function renewRoutes(
  { last, templates }: { readonly last: LastBuild; readonly templates: Pick<LoadedTemplates, "templates"> },
  before: SiteData,
  site: SiteData,
  entries: readonly RoutedEntry[],
): RenewedRoutes | undefined {
  const others = entries.filter((entry) => !isSteady(entry));
  if (others.length === 0) return { routes: last.routes, added: [], removed: [] };
  // A warning may name the first page of several, or how many there are.
  if (last.warnings.some(({ code }) => code !== "ROUTE_VANISHED")) return undefined;
  if (others.some(({ source: { collection } }) => isOtherKind(collection, before, site))) return undefined;
  const added = others.flatMap(({ state, job }) =>
    state === "published" && job ? [{ path: publishedPath(job.path, site.links), file: job.output, bytes: 0 }] : [],
  );
  const lost = new Set(others.flatMap(({ known }) => known?.job?.output ?? []));
  const removed = last.routes.filter(({ file }) => lost.has(file));
  if (others.some(({ summary }) => summary.formerly) || isNeeded(templates, [...added, ...removed])) return undefined;
  const taken = new Set(last.outputs.flatMap(({ path }) => (lost.has(path) ? [] : foldName(path))));
  for (const { file } of added) if (taken.has(foldName(file)) || !taken.add(foldName(file))) return undefined;
  const moved = [...last.redirects.flatMap(({ from, to }) => [from, to.replace(/[?#].*$/s, "")]), ...last.gone];
  const keys = new Set(moved.map(addressKey));
  if ([...added, ...removed].some(({ file }) => keys.has(foldName(file)))) return undefined;
  const routes = [...last.routes.filter(({ file }) => !lost.has(file)), ...added];
  return { routes: routes.sort((a, b) => compareText(a.path, b.path)), added, removed };
}

/** Whether a list was or is empty, or has so many pages now that they share their cards, or no longer. */
function isOtherKind(collection: string, before: SiteData, site: SiteData): boolean {
  const list = site.lists[collection] ?? [];
  const pages = list.filter(({ path }) => path !== undefined).length;
  const isEmpty = list.length === 0 || !before.lists[collection]?.length;
  return isEmpty || isCrowd(pages) !== site.sharedCards.includes(collection);
}

/** Whether a site must, or should, have one of these pages. */
function isNeeded({ templates }: Pick<LoadedTemplates, "templates">, routes: Routes): boolean {
  const needed = templates.collections.flatMap(({ needs = [] }) => needs.map(({ path }) => path));
  const keys = new Set(["/", "/404", ...needed].map(addressKey));
  return routes.some(({ file }) => keys.has(foldName(file)));
}

interface ListedEntry extends PlacedTarget {
  readonly summary: Pick<EntrySummary, "listed">;
}

/** `later` are entries that are not as `unlisted` has them. */
export function renewSitemap(
  routes: Routes,
  { unlisted }: Pick<Readers, "unlisted">,
  later: Iterable<ListedEntry>,
  { baseUrl, links }: Pick<SiteData, "baseUrl" | "links">,
): OutputFile {
  const left = new Set(unlisted);
  for (const { address, state, summary } of later) {
    if (address === undefined || state !== "published") continue;
    const path = publishedPath(address, links);
    if (summary.listed) left.delete(path);
    else left.add(path);
  }
  const listed = routes.map(({ path }) => ({ path, listed: !left.has(path) }));
  return toFile("sitemap.xml", Buffer.from(sitemap(listed, baseUrl)));
}
