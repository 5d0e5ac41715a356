// The pipeline: content/ → dist/. Only this file knows the order of the stages; each is a function from one named type to the next.
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { loadTemplates } from "./bundle/load-templates.ts";
import type { LoadedTemplates } from "./bundle/templates.ts";
import { type BuildOptions, type CheckOptions, type Config, resolveConfig } from "./config/resolve-config.ts";
import { chooseVariants } from "./content/choose-variants.ts";
import { compareText, listSources, type SourceList, type SourceRef } from "./content/list-sources.ts";
import { releaseProblems } from "./content/placeholders.ts";
import { readSettings, resolveSettings, type Settings } from "./content/read-settings.ts";
import { collectLists, sharedSources, siteIndex } from "./content/site-index.ts";
import {
  BuildFailedError,
  type Diagnostic,
  EventsiteError,
  hasErrors,
  sortDiagnostics,
} from "./diagnostics/diagnostic.ts";
import { downloadPaths, publishDownloads } from "./downloads/publish-downloads.ts";
import { emitSite, type OutputFile } from "./emit/emit-site.ts";
import { recordInputs, reuseLastBuild, standingFiles } from "./emit/last-build.ts";
import { lockOutput } from "./emit/output-lock.ts";
import { assertOurs, createStaging, recoverOutput } from "./emit/staging.ts";
import { locateImageProblems, type PublishedImage, publishImages } from "./images/publish-images.ts";
import { createSiteView, type SiteData } from "./render/site-view.ts";
import { planRoutes, type Route } from "./routes/plan-routes.ts";
import { sitemap } from "./routes/sitemap.ts";
import { contentHash, type EntrySummary, type PageJob, type PageSink, type ShardPage } from "./shards/shard.ts";
import { openShards, type ShardGroup } from "./shards/shard-group.ts";
import { locateProblems } from "./verify/locate-problems.ts";
import { verifySite } from "./verify/verify-site.ts";

/** A published page: its address, its file below the output folder, and the file's size. */
export interface PublishedRoute {
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
}

export interface BuildResult {
  readonly routes: readonly PublishedRoute[];
  /** Every file of the site; `content` stands there with `write: false`. */
  readonly files: readonly OutputFile[];
  readonly warnings: readonly Diagnostic[];
  /** Whether the site that stood was already what this build would have made. */
  readonly unchanged: boolean;
}

export interface CheckResult {
  readonly routes: readonly PublishedRoute[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the site. Rejects with BuildFailedError and every diagnostic; the output folder is then as it was. */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    if (options.write === false) return runStages(config, options.signal, undefined);
    const unlock = lockOutput(config.stateDir, config.outDir);
    try {
      recoverOutput(config.outDir);
      return await buildInto(config, options.signal);
    } finally {
      unlock();
    }
  });
}

/** Every stage but the writing. Never rejects for what is wrong with the content: all of it is in the result. */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  try {
    const { routes, warnings } = await asBuildFailure(() => runStages(resolveConfig(options), undefined, undefined));
    return { routes, diagnostics: warnings };
  } catch (error) {
    if (error instanceof BuildFailedError) return { routes: [], diagnostics: error.diagnostics };
    throw error;
  }
}

async function buildInto(config: Config, signal: AbortSignal | undefined): Promise<BuildResult> {
  const inputs = recordInputs(config);
  const last = config.cache ? reuseLastBuild(config, inputs) : undefined;
  if (last) {
    const files = last.outputs.map(({ path, size, hash }) => ({ path, bytes: size, hash }));
    return { routes: last.routes, files, warnings: last.warnings, unchanged: true };
  }
  const { hashes, owned } = standingFiles(config);
  assertOurs(config.outDir, owned);
  const staging = createStaging(config.outDir);
  const sink: PageSink = { stagingDir: staging.dir, previousDir: config.outDir, previous: hashes };
  try {
    const result = await runStages(config, signal, sink);
    emitSite(config, staging, sink, {
      files: result.files,
      routes: result.routes,
      inputs,
      warnings: result.warnings,
      owned,
    });
    return { ...result, files: result.files.map(({ path, bytes, hash }) => ({ path, bytes, hash })) };
  } finally {
    staging.discard();
  }
}

/** Content to finished files. With a sink, pages go there as they are rendered; without one they are kept. */
async function runStages(
  config: Config,
  signal: AbortSignal | undefined,
  sink: PageSink | undefined,
): Promise<BuildResult> {
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  const templates = await loadTemplates(config);
  const { collections } = templates.templates;
  const sources = listSources(config.root, config.contentDir, collections);
  const settings = readSettings(sources.site, templates.templates.settings, config);
  const variants = chooseVariants(sources.entries, settings.values?.variants ?? config.variants, sources.site);
  const diagnostics: Diagnostic[] = [...sources.diagnostics, ...settings.diagnostics, ...variants.diagnostics];
  const shards = openShards(templates, variants.sources, pause);
  try {
    return await runOverShards({ config, templates, sources, settings, shards, diagnostics, sink });
  } finally {
    await shards.close();
  }
}

interface Started {
  readonly config: Config;
  readonly templates: LoadedTemplates;
  readonly sources: SourceList;
  readonly settings: Settings;
  readonly shards: ShardGroup;
  readonly diagnostics: Diagnostic[];
  readonly sink: PageSink | undefined;
}

async function runOverShards(started: Started): Promise<BuildResult> {
  const { config, templates, sources, shards, diagnostics, sink } = started;
  const content = await loadContent(started);
  stopOnErrors(diagnostics);
  const { site, routes, images } = content;
  const rendered = await shards.render({ site, pages: content.pages, sink });
  diagnostics.push(...rendered.diagnostics);
  stopOnErrors(diagnostics);

  const files = [...images, ...siteFiles(templates, site, content.published, routes)];
  const downloads = site.lists.downloads ?? [];
  const addresses = new Set([...files.map(({ path }) => `/${path}`), ...downloadPaths(downloads)]);
  diagnostics.push(
    ...verifyPages(rendered.pages, content, addresses, sharedSources(sources, templates.templates.collections)),
  );
  stopOnErrors(diagnostics);

  // A check leaves the PDFs unmade: nothing that could be wrong with them is found by making them.
  const wanted = new Set(rendered.pages.flatMap(({ facts }) => facts.targets));
  const cacheDir = config.cache ? join(config.stateDir, "downloads") : undefined;
  const made = sink ? await publishDownloads(downloads, wanted, brandOf(site), cacheDir) : [];
  const pageFiles = rendered.pages.map(({ output, bytes, hash, html }) => ({
    path: output,
    bytes,
    hash,
    ...(html !== undefined && { content: Buffer.from(html) }),
  }));
  const bytesOf = new Map(rendered.pages.map(({ output, bytes }) => [output, bytes]));
  return {
    routes: routes.map(({ path, output }) => ({ path, file: output, bytes: bytesOf.get(output) ?? 0 })),
    files: [...pageFiles, ...files, ...made.map(({ path, bytes }) => toFile(path, bytes))].sort((a, b) =>
      compareText(a.path, b.path),
    ),
    warnings: sortDiagnostics(diagnostics),
    unchanged: false,
  };
}

interface Content {
  readonly site: SiteData;
  readonly routes: readonly Route[];
  readonly pages: readonly PageJob[];
  readonly entries: readonly EntrySummary[];
  readonly images: readonly OutputFile[];
  readonly published: ReadonlyMap<string, PublishedImage>;
}

/** Reads, validates and resolves all content; what is wrong with it is added to the diagnostics, and then the rest may be incomplete. */
async function loadContent({ config, templates, sources, settings, shards, diagnostics }: Started): Promise<Content> {
  const { collections, settings: settingsSchema, fixedImages } = templates.templates;
  const loaded = await shards.load({ release: config.release });
  const values = settings.values ?? unsoundSettings;
  const paged = loaded.entries.flatMap((entry) => (entry.path === undefined ? [] : [{ ...entry, path: entry.path }]));
  const planned = planRoutes(paged, values.links);
  const index = siteIndex(collections, sources, settings);
  const resolved = await shards.resolve(index);
  const own = settings.values
    ? resolveSettings(sources.site, settings.values, templates.compileFieldVisitor(settingsSchema), index)
    : undefined;

  const icons = new Set(settings.values ? fixedImages({ settings: values as never }).map(({ src }) => src) : []);
  const uses = new Map([
    ...(own?.images ?? []).map((src) => [src, sources.site.file] as const),
    ...resolved.images.map(({ src, file }) => [src, file] as const),
  ]);
  const { images, problems } = publishImages(
    join(config.contentDir, "images"),
    [...uses].flatMap(([src, file]) => (index.images.has(src) ? [{ src, file }] : [])),
  );
  diagnostics.push(...loaded.diagnostics, ...planned.diagnostics, ...(own?.diagnostics ?? []), ...resolved.diagnostics);
  diagnostics.push(...locateImageProblems(problems, [sources.site, ...sources.entries]));
  if (config.release) diagnostics.push(...releaseProblems(sources.site));

  const pathOf = new Map(paged.map((entry) => [`${entry.collection}/${entry.slug}`, entry.path]));
  const inPages = new Set(resolved.images.map(({ src }) => src));
  return {
    site: {
      settings: values,
      lists: collectLists(loaded.entries, resolved.summaries),
      images: new Map(images.map(({ src, asset }) => [src, asset])),
      links: values.links,
      baseUrl: values.url,
    },
    routes: planned.routes,
    pages: planned.routes.map(({ collection, slug, output }) => ({
      collection,
      slug,
      output,
      path: pathOf.get(`${collection}/${slug}`) ?? "/",
    })),
    entries: loaded.entries,
    images: images
      .filter(({ src }) => !icons.has(src) || inPages.has(src))
      .map(({ output, bytes }) => toFile(output, bytes)),
    published: new Map(images.map((image) => [image.src, image])),
  };
}

/** Stands in while everything else is checked; a site.yaml that is not sound stops the build before anything is rendered. */
const unsoundSettings: NonNullable<Settings["values"]> = { url: "", links: "slash", relay: { url: "" }, variants: {} };

/** Files beside the pages: icons under their fixed names, the template's own files, the sitemap. */
function siteFiles(
  { templates }: LoadedTemplates,
  site: SiteData,
  published: ReadonlyMap<string, PublishedImage>,
  routes: readonly Route[],
): OutputFile[] {
  const view = createSiteView(site);
  const icons = templates.fixedImages(view).flatMap(({ path, src }) => {
    const image = published.get(src);
    return image ? [toFile(path.slice(1), image.bytes)] : [];
  });
  const texts = templates.siteFiles(view).map(({ path, text }) => toFile(path.slice(1), Buffer.from(text)));
  return [...icons, ...texts, toFile("sitemap.xml", Buffer.from(sitemap(routes, site.baseUrl)))];
}

function verifyPages(
  pages: readonly ShardPage[],
  { routes, entries }: Content,
  addresses: ReadonlySet<string>,
  shared: readonly SourceRef[],
): Diagnostic[] {
  const pageOf = new Map(pages.map((page) => [page.output, page]));
  const entryOf = new Map(entries.map((entry) => [`${entry.collection}/${entry.slug}`, entry]));
  const verifiable = routes.flatMap((route) => {
    const facts = pageOf.get(route.output)?.facts;
    const entry = entryOf.get(`${route.collection}/${route.slug}`);
    return facts && entry
      ? [
          {
            route,
            facts,
            path: route.path,
            targets: facts.targets,
            ids: facts.ids,
            title: entry.title,
            description: entry.description,
            listed: route.listed,
          },
        ]
      : [];
  });
  const problems = [
    ...verifiable.flatMap(({ route, facts }) =>
      facts.problems.map((problem) => ({ ...problem, path: route.path, file: route.source })),
    ),
    ...verifySite(verifiable, addresses).flatMap((problem) => {
      const route = verifiable[problem.page]?.route;
      return route ? [{ ...problem, path: route.path, file: route.source }] : [];
    }),
  ];
  const sourceOf = (file: string) => entries.find((entry) => entry.file === file)?.source;
  const own = [...new Set(problems.map(({ file }) => file))].flatMap((file) => sourceOf(file) ?? []);
  return problems.length === 0 ? [] : locateProblems(problems, [...own, ...shared]);
}

function brandOf({ settings }: SiteData) {
  const { brand, language } = settings as { brand?: { name?: unknown }; language?: unknown };
  return { brandName: String(brand?.name ?? ""), language: String(language ?? "en") };
}

const toFile = (path: string, content: Uint8Array): OutputFile => ({
  path,
  bytes: content.length,
  hash: contentHash(content),
  content,
});

function stopOnErrors(diagnostics: readonly Diagnostic[]): void {
  if (hasErrors(diagnostics)) throw new BuildFailedError(sortDiagnostics(diagnostics));
}

/** What stops a stage, and what the file system refuses, becomes a diagnostic like any other. */
async function asBuildFailure<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof EventsiteError && error.code !== "USAGE") throw new BuildFailedError([error.toDiagnostic()]);
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    const reason = WRITE_FAILURES[code] ?? `the system says ${code}`;
    throw new BuildFailedError([
      {
        code: "EMIT_FAILED",
        severity: "error",
        message: `${path ?? "The output"} could not be written: ${reason}.`,
        hint: "the site that stood before is untouched",
      },
    ]);
  }
}

const WRITE_FAILURES: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the disk is read-only",
  EMFILE: "too many files are open",
};
