// Every stage up to the plan: sources → valid entries with resolved references, routes, pictures.
import type { Listed } from "../../templates/kit/index.ts";
import type { InspectedPicture } from "../assets/images/inspect-pictures.ts";
import { locateFindings } from "../assets/images/locate-findings.ts";
import type { SitePictures } from "../assets/images/site-pictures.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import type { Config } from "../config/resolve-config.ts";
import { chooseVariants } from "../content/choose-variants.ts";
import { gatherReferences } from "../content/gather-references.ts";
import { createCharacterList } from "../content/list-characters.ts";
import { listSources, type SourceList } from "../content/list-sources.ts";
import { countPlaceholders, releaseProblems } from "../content/placeholders.ts";
import { readSettings, resolveSettings, type Settings } from "../content/read-settings.ts";
import { insecureRelay, localRelay } from "../content/relay-address.ts";
import { sharedValues } from "../content/shared-values.ts";
import { missingPages, siteIndex } from "../content/site-index.ts";
import type { SiteIndex } from "../content/targets.ts";
import { type Diagnostic, stopOnErrors } from "../diagnostics/diagnostic.ts";
import type { EntrySummary } from "../entries/load-entries.ts";
import type { Outline } from "../entries/outline.ts";
import type { PageJob } from "../entries/page-job.ts";
import type { ResolvedSummary } from "../entries/partition.ts";
import type { Partitions } from "../entries/partitions.ts";
import type { SiteData } from "../render/site-data.ts";
import { planRoutes, type Route } from "../routes/plan-routes.ts";
import { type BuildCache, withoutCache } from "./build-cache.ts";
import { byOrder } from "./placed-entries.ts";
import { type SiteRedirect, siteRedirects } from "./site-redirects.ts";

/** The input of loading. Stages add to the diagnostics. */
export interface LoadJob {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  readonly sources: SourceList;
  readonly settings: Settings;
  readonly partitions: Partitions;
  readonly pictures: SitePictures;
  /** Leaves pixels of new pictures for later. */
  readonly soon: boolean;
  readonly diagnostics: Diagnostic[];
}

/** All of the content, checked and resolved, and the plan of what is made from it. */
export interface Content {
  readonly site: Omit<SiteData, "fonts">;
  /** What the fields of entries can refer to. */
  readonly index: SiteIndex;
  /** Characters of the site that not every font always has. */
  readonly characters: string;
  readonly routes: readonly Route[];
  readonly redirects: readonly SiteRedirect[];
  /** Addresses that are gone on purpose. */
  readonly gone: readonly string[];
  readonly pages: readonly PageJob[];
  readonly entries: readonly EntrySummary[];
  /** Of entries without a page, by collection and slug, as "collection/slug". */
  readonly outlines: ReadonlyMap<string, Outline>;
  /** By path below content/images. */
  readonly images: ReadonlyMap<string, InspectedPicture>;
  /** The files that name a picture, by the picture's path. */
  readonly namedIn: ReadonlyMap<string, readonly string[]>;
  readonly unfinished: Unfinished;
}

/** Texts that are still missing. */
export interface Unfinished {
  /** Values of the published site that are placeholders. */
  readonly placeholders: number;
  /** Files of entries that are not published, because all their words are placeholders. */
  readonly drafts: readonly string[];
}

/** Lists the files to read, and which variant of each page is published. */
export function openContent(config: Config, templates: LoadedTemplates, cache: BuildCache): LoadJob {
  const { collections } = templates.templates;
  const sources = listSources(config.root, config.contentDir, collections);
  const settings = cache.settings(() => readSettings(sources.site, templates, config));
  const chosen = settings.values?.variants ?? config.variants;
  const variants = chooseVariants(sources.entries, chosen, sources.site, config.variants);
  return {
    config,
    templates,
    sources,
    settings,
    partitions: cache.openPartitions(templates, variants.sources),
    pictures: cache.pictures,
    soon: cache.soon,
    diagnostics: [...sources.diagnostics, ...settings.diagnostics, ...variants.diagnostics],
  };
}

/** The content of a site without errors, and what its pages are rendered with. */
export interface LoadedSite {
  readonly templates: LoadedTemplates;
  readonly content: Content;
}

/** For callers that need no pages. Rejects with BuildFailedError and all problems of the content. */
export const loadSite = (config: Config): Promise<LoadedSite> =>
  withoutCache(config, undefined, async (cache) => {
    const templates = await cache.templates();
    const job = openContent(config, templates, cache);
    const content = await loadContent(job);
    stopOnErrors(job.diagnostics);
    return { templates, content };
  });

/** Reads, validates and resolves all content. Problems are added to the diagnostics; the rest may then be incomplete. */
export async function loadContent({
  config,
  templates,
  sources,
  settings,
  partitions,
  pictures: sitePictures,
  soon,
  diagnostics,
}: LoadJob): Promise<Content> {
  const { collections, settings: settingsSchema, proseSlot, card } = templates.templates;
  const listed = siteIndex(collections, sources, settings);
  const loaded = await partitions.load({ release: config.release, drafts: config.drafts }, listed);
  const values = settings.values ?? emptySettings;
  const paged = loaded.entries.flatMap((entry) => (entry.path === undefined ? [] : [{ ...entry, path: entry.path }]));
  const planned = planRoutes(paged, values.links);
  const index = loaded.drafts.length === 0 ? listed : siteIndex(collections, sources, settings, loaded.drafts);
  const resolved = await partitions.resolve(index);
  const moved = siteRedirects({
    site: sources.site,
    settings: values,
    entries: loaded.entries,
    routes: planned.routes,
    index,
  });
  const own = resolveSettings(sources.site, settings, templates.compileFieldVisitor(settingsSchema), index);

  const filesOf = new Map(resolved.images.map(({ src, files }) => [src, files]));
  for (const src of own?.images ?? []) filesOf.set(src, [sources.site.file, ...(filesOf.get(src) ?? [])]);
  const named = [...filesOf.keys()].filter((src) => index.images.has(src)).sort();
  const { pictures, findings } = await sitePictures.inspect(named, soon);
  diagnostics.push(...missingPages(collections, sources));
  diagnostics.push(...loaded.diagnostics, ...planned.diagnostics, ...moved.diagnostics, ...(own?.diagnostics ?? []));
  diagnostics.push(...sharedValues(collections, resolved.summaries, sources));
  diagnostics.push(...gatherReferences(resolved.diagnostics, settings.lists, sources));
  diagnostics.push(...locateFindings(findings, filesOf, [sources.site, ...sources.entries]));
  const local = localRelay(values, sources.site, config);
  diagnostics.push(...(local.length > 0 ? local : insecureRelay(values, sources.site, config)));
  if (config.release) diagnostics.push(...releaseProblems(sources.site));

  const ofSettings = createCharacterList(templates.templates.fonts)(JSON.stringify(settings.written ?? {}));
  const pathOf = new Map(paged.map((entry) => [`${entry.collection}/${entry.slug}`, entry.path]));
  return {
    site: {
      settings: values,
      lists: collectLists(loaded.entries, resolved.summaries),
      images: new Map(pictures.map(({ src, facts }) => [src, facts])),
      proseSlot,
      cardVersion: card?.version ?? 0,
      sharedCards: crowded(planned.routes),
      links: values.links,
      baseUrl: values.url,
      relayUrl: values.relay.url,
    },
    index,
    characters: [...new Set(loaded.characters + ofSettings)].join(""),
    routes: planned.routes,
    redirects: moved.redirects,
    gone: moved.gone,
    pages: planned.routes.map(({ collection, slug, output }) => ({
      collection,
      slug,
      output,
      path: pathOf.get(`${collection}/${slug}`) ?? "/",
    })),
    entries: loaded.entries,
    outlines: new Map(
      resolved.summaries.flatMap(({ collection, slug, outline }) =>
        outline ? [[`${collection}/${slug}`, outline] as const] : [],
      ),
    ),
    images: new Map(pictures.map((picture) => [picture.src, picture])),
    namedIn: filesOf,
    unfinished: {
      placeholders: loaded.placeholders + countPlaceholders(sources.site),
      drafts: loaded.drafts.map(({ file }) => file).sort(),
    },
  };
}

/** The lists that templates see: by `order`, then by file name. */
function collectLists(
  entries: readonly EntrySummary[],
  summaries: readonly ResolvedSummary[],
): Record<string, Listed<unknown>[]> {
  const data = new Map(summaries.map(({ collection, slug, summary }) => [`${collection}/${slug}`, summary]));
  const lists: Record<string, Listed<unknown>[]> = {};
  for (const { collection, slug, path } of [...entries].sort(byOrder)) {
    const list = lists[collection] ?? [];
    lists[collection] = list;
    list.push({ slug, ...(path !== undefined && { path }), data: data.get(`${collection}/${slug}`) });
  }
  return lists;
}

/** More pages than this of one collection share their cards: one takes about 40 ms of a core, so these take at most six seconds, once. */
const OWN_CARDS = 300;

function crowded(routes: readonly Route[]): string[] {
  const counts = new Map<string, number>();
  for (const { collection } of routes) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  return [...counts].filter(([, count]) => isCrowd(count)).map(([collection]) => collection);
}

/** Whether so many pages of one collection share their cards. */
export const isCrowd = (count: number): boolean => count > OWN_CARDS;

/** A placeholder while everything else is checked: an invalid site.yaml stops the build before anything is rendered. */
const emptySettings: NonNullable<Settings["values"]> = {
  url: "",
  links: "slash",
  relay: { url: "" },
  variants: {},
  moved: [],
  gone: [],
};
