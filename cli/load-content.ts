// Every stage up to the plan: sources → entries that are sound and lead somewhere, routes, pictures.
import { join } from "node:path";
import type { LoadedTemplates } from "./bundle/templates.ts";
import type { Config } from "./config/resolve-config.ts";
import { addCharacters } from "./content/list-characters.ts";
import type { SourceList } from "./content/list-sources.ts";
import { releaseProblems } from "./content/placeholders.ts";
import { resolveSettings, type Settings } from "./content/read-settings.ts";
import { collectLists, missingPages, siteIndex } from "./content/site-index.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { locateImageProblems, type PublishedImage, publishImages } from "./images/publish-images.ts";
import type { SiteData } from "./render/site-view.ts";
import { planRoutes, type Route } from "./routes/plan-routes.ts";
import type { EntrySummary, PageJob } from "./shards/shard.ts";
import type { ShardGroup } from "./shards/shard-group.ts";

/** What loading begins with. Diagnostics are added to as stages find them. */
export interface LoadJob {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  readonly sources: SourceList;
  readonly settings: Settings;
  readonly shards: ShardGroup;
  readonly diagnostics: Diagnostic[];
}

/** All of the content, checked and put together, and the plan of what is made from it. */
export interface Content {
  readonly site: Omit<SiteData, "fonts">;
  /** What the site holds beyond Latin-1. */
  readonly characters: string;
  readonly routes: readonly Route[];
  readonly pages: readonly PageJob[];
  readonly entries: readonly EntrySummary[];
  /** By their path below content/images. */
  readonly images: ReadonlyMap<string, PublishedImage>;
  /** Those that pages refer to, other than the icons of fixed names. */
  readonly pageImages: readonly PublishedImage[];
}

/** Reads, validates and resolves all content; what is wrong with it is added to the diagnostics, and then the rest may be incomplete. */
export async function loadContent({
  config,
  templates,
  sources,
  settings,
  shards,
  diagnostics,
}: LoadJob): Promise<Content> {
  const { collections, settings: settingsSchema, fixedImages } = templates.templates;
  const loaded = await shards.load({ release: config.release });
  const values = settings.values ?? unsoundSettings;
  const paged = loaded.entries.flatMap((entry) => (entry.path === undefined ? [] : [{ ...entry, path: entry.path }]));
  const planned = planRoutes(paged, values.links);
  const index = siteIndex(collections, sources, settings);
  const resolved = await shards.resolve(index);
  const own = resolveSettings(sources.site, settings, templates.compileFieldVisitor(settingsSchema), index);

  const icons = new Set(settings.values ? fixedImages({ settings: values as never }).map(({ src }) => src) : []);
  const uses = new Map([
    ...(own?.images ?? []).map((src) => [src, sources.site.file] as const),
    ...resolved.images.map(({ src, file }) => [src, file] as const),
  ]);
  const { images, problems } = publishImages(
    join(config.contentDir, "images"),
    [...uses].flatMap(([src, file]) => (index.images.has(src) ? [{ src, file }] : [])),
  );
  diagnostics.push(...missingPages(collections, sources));
  diagnostics.push(...loaded.diagnostics, ...planned.diagnostics, ...(own?.diagnostics ?? []), ...resolved.diagnostics);
  diagnostics.push(...locateImageProblems(problems, [sources.site, ...sources.entries]));
  if (config.release) diagnostics.push(...releaseProblems(sources.site));

  const characters = new Set(loaded.characters);
  addCharacters(JSON.stringify(settings.written ?? {}), characters);
  const pathOf = new Map(paged.map((entry) => [`${entry.collection}/${entry.slug}`, entry.path]));
  const inPages = new Set(resolved.images.map(({ src }) => src));
  return {
    site: {
      settings: values,
      lists: collectLists(loaded.entries, resolved.summaries),
      images: new Map(images.map(({ src, asset }) => [src, asset])),
      links: values.links,
      baseUrl: values.url,
      relayUrl: values.relay.url,
    },
    characters: [...characters].join(""),
    routes: planned.routes,
    pages: planned.routes.map(({ collection, slug, output }) => ({
      collection,
      slug,
      output,
      path: pathOf.get(`${collection}/${slug}`) ?? "/",
    })),
    entries: loaded.entries,
    images: new Map(images.map((image) => [image.src, image])),
    // Two files of one content and nearly one name are published once.
    pageImages: uniqueByOutput(images.filter(({ src }) => !icons.has(src) || inPages.has(src))),
  };
}

/** Stands in while everything else is checked; a site.yaml that is not sound stops the build before anything is rendered. */
const unsoundSettings: NonNullable<Settings["values"]> = { url: "", links: "slash", relay: { url: "" }, variants: {} };

const uniqueByOutput = (images: readonly PublishedImage[]): PublishedImage[] => [
  ...new Map(images.map((image) => [image.output, image])).values(),
];
