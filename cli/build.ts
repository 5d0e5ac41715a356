// The pipeline: content/ → dist/. Only this file knows the order of the stages; each is a function from one named type to the next.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { loadTemplates } from "./bundle/load-templates.ts";
import type { LoadedTemplates } from "./bundle/templates.ts";
import { drawCards } from "./cards/draw-cards.ts";
import { type BuildOptions, type CheckOptions, type Config, resolveConfig } from "./config/resolve-config.ts";
import { chooseVariants } from "./content/choose-variants.ts";
import { compareText, listSources } from "./content/list-sources.ts";
import { readSettings } from "./content/read-settings.ts";
import { sharedSources } from "./content/site-index.ts";
import { asBuildFailure } from "./diagnostics/as-build-failure.ts";
import {
  BuildFailedError,
  type Diagnostic,
  hasErrors,
  sortDiagnostics,
  stopOnErrors,
} from "./diagnostics/diagnostic.ts";
import { downloadPaths, publishDownloads } from "./downloads/publish-downloads.ts";
import { staleSchemas } from "./editor/editor-files.ts";
import { emitSite } from "./emit/emit-site.ts";
import { recordInputs, reuseLastBuild, standingFiles } from "./emit/last-build.ts";
import { lockOutput } from "./emit/output-lock.ts";
import { assertOurs, createStaging, recoverOutput } from "./emit/staging.ts";
import { makeFonts, type SiteFonts } from "./fonts/make-fonts.ts";
import { makeIcons } from "./icons/make-icons.ts";
import { type ImageCache, openImageCache } from "./images/image-cache.ts";
import type { Variant } from "./images/plan-variants.ts";
import { publishPictures } from "./images/publish-pictures.ts";
import { type Content, type LoadJob, loadContent } from "./load-content.ts";
import { type OutputFile, toFile } from "./output/output-file.ts";
import type { PageSink } from "./output/page-sink.ts";
import { renderSiteFiles } from "./render/render-site-files.ts";
import type { ShardSource } from "./shards/load-entries.ts";
import type { RenderJob } from "./shards/render-entries.ts";
import type { ShardPage } from "./shards/rendered-site.ts";
import { openShards, type ShardGroup, startHelper } from "./shards/shard-group.ts";
import type { TracedSite } from "./trace/traced-site.ts";
import { verifyPages } from "./verify/verify-pages.ts";

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
    const { signal, onProgress } = options;
    if (options.write === false) return withContents(await runStages(config, signal, { ...inMemory, onProgress }));
    const unlock = lockOutput(config.stateDir, config.outDir);
    try {
      recoverOutput(config.outDir);
      return await buildInto(config, options);
    } finally {
      unlock();
    }
  });
}

/** Every stage but the writing. Never rejects for what is wrong with the content: all of it is in the result. */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  let stale: readonly Diagnostic[] = [];
  try {
    const { routes, warnings } = await asBuildFailure(async () => {
      const config = resolveConfig(options);
      return withShards(config, undefined, (job) => {
        stale = staleSchemas(config, job.templates);
        return runOverShards(job, { sink: undefined, keepsHtml: false }, undefined);
      });
    });
    return { routes, diagnostics: sortDiagnostics([...stale, ...warnings]) };
  } catch (error) {
    if (error instanceof BuildFailedError)
      return { routes: [], diagnostics: sortDiagnostics([...stale, ...error.diagnostics]) };
    throw error;
  }
}

async function buildInto(config: Config, { signal, onProgress }: BuildOptions): Promise<BuildResult> {
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
    const fate = { sink, keepsHtml: false, onProgress };
    const result = await runStages(config, signal, fate);
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

/** The content of a site without a mistake, and what its pages are made with. */
export interface LoadedSite {
  readonly templates: LoadedTemplates;
  readonly content: Content;
}

/** The stages up to the plan. Rejects with BuildFailedError and all that is wrong with the content. */
export async function loadSite(config: Config): Promise<LoadedSite> {
  return withShards(config, undefined, async (job) => {
    const content = await loadContent(job);
    stopOnErrors(job.diagnostics);
    return { templates: job.templates, content };
  });
}

/** What becomes of the pages: they are put somewhere, kept in memory, or only looked at. */
type PageFate = Pick<RenderJob, "sink" | "keepsHtml"> & Pick<BuildOptions, "onProgress"> & { readonly warmth?: Warmth };

/** A page that somebody waits for, finished before the rest of the site is. */
export type EagerPage = Pick<ShardPage, "output" | "hash" | "content">;

/** What is kept from one build to the next. Without it a build begins with nothing; with it, it makes the same files. */
export interface Warmth {
  readonly templates: LoadedTemplates;
  /** Names a content file as it stands; undefined where it has to be read. */
  stampOf(path: string): string | undefined;
  openShards(sources: readonly ShardSource[]): ShardGroup;
  fonts(characters: string, make: () => Promise<SiteFonts>): Promise<SiteFonts>;
  /** Outputs of pages that somebody waits for. */
  readonly wanted: readonly string[];
  /** Told at most once for each of them, and only where all that the page shows is there. */
  onPage(page: EagerPage): void;
  /** Told of what the pages were made of, when all of them are. */
  onMade(made: Pick<TracedSite, "site" | "settings" | "pages" | "characters">): void;
}

const inMemory: PageFate = { sink: undefined, keepsHtml: true };

/** Pictures lie in the cache until they are asked for. */
const withContents = (result: BuildResult): BuildResult => ({
  ...result,
  files: result.files.map(({ from, ...file }) =>
    from === undefined ? file : { ...file, content: readFileSync(from) },
  ),
});

/** Content to finished files. */
export const runStages = (config: Config, signal: AbortSignal | undefined, fate: PageFate): Promise<BuildResult> =>
  withShards(config, signal, (job) => runOverShards(job, fate, signal), fate.warmth);

/** Loads the templates, lists what there is to read, and hands it on with the shards that will read it. */
async function withShards<Result>(
  config: Config,
  signal: AbortSignal | undefined,
  use: (job: LoadJob) => Promise<Result>,
  warmth?: Warmth,
): Promise<Result> {
  const pause = async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
  const helper = warmth ? undefined : startHelper(config.contentDir);
  try {
    const templates = warmth?.templates ?? (await loadTemplates(config));
    const { sources, settings, variants, diagnostics } = listContent(config, templates);
    const shards = warmth
      ? warmth.openShards(variants.map((source) => ({ ...source, stamp: warmth.stampOf(source.path) })))
      : openShards(templates, variants, pause, helper);
    const result = await use({ config, templates, sources, settings, shards, diagnostics });
    await pause();
    return result;
  } finally {
    await helper?.close();
  }
}

/** What there is to read, and which reading of each page is published. */
function listContent(config: Config, { templates }: LoadedTemplates) {
  const sources = listSources(config.root, config.contentDir, templates.collections);
  const settings = readSettings(sources.site, templates.settings, config);
  const chosen = settings.values?.variants ?? config.variants;
  const variants = chooseVariants(sources.entries, chosen, sources.site, config.variants);
  const diagnostics: Diagnostic[] = [...sources.diagnostics, ...settings.diagnostics, ...variants.diagnostics];
  return { sources, settings, variants: variants.sources, diagnostics };
}

async function runOverShards(
  job: LoadJob,
  { onProgress, warmth, ...fate }: PageFate,
  signal: AbortSignal | undefined,
): Promise<BuildResult> {
  const { config, templates, sources, shards, diagnostics } = job;
  const content = await loadContent(job);
  if (hasErrors(diagnostics)) diagnostics.push(...(await verifyTheRest(job, content)));
  stopOnErrors(diagnostics);
  const makeFonts = () => siteFonts(job, content);
  const fonts = await (warmth ? warmth.fonts(content.characters, makeFonts) : makeFonts());
  const { routes } = content;
  const site = { ...content.site, fonts: { css: fonts.css, urls: fonts.urls } };
  const cache = openImageCache(config.imageCacheDir);
  const eager = warmth && { outputs: warmth.wanted, take: takeWhatIsWhole(warmth, cache) };
  const rendered = await shards.render({ site, pages: content.pages, ...fate }, { eager, onProgress });
  diagnostics.push(...rendered.diagnostics);
  stopOnErrors(diagnostics);
  const given = { source: sources.site, given: job.settings.given ?? {} };
  warmth?.onMade({ site, settings: given, pages: content.pages, characters: content.characters });

  const files = [
    ...fonts.files.map(({ path, bytes }) => toFile(path, bytes)),
    ...renderSiteFiles(templates, site, routes),
  ];
  const downloads = site.lists.downloads ?? [];
  // Settings are sound, or the build had stopped.
  const icons = templates.templates.icons({ settings: site.settings as never });
  const addresses = new Set([
    ...icons.map(({ path }) => path),
    ...[...files.map(({ path }) => path), ...[...rendered.variants, ...rendered.cards].map(({ output }) => output)].map(
      (path) => `/${path}`,
    ),
    ...downloadPaths(downloads),
  ]);
  diagnostics.push(
    ...verifyPages(rendered.pages, content, addresses, sharedSources(sources, templates.templates.collections)),
  );
  stopOnErrors(diagnostics);

  // A check leaves PDFs and pictures unmade: nothing that could be wrong with them is found by making them.
  const wanted = new Set(rendered.pages.flatMap(({ facts }) => facts.targets));
  const cacheDir = config.cache ? join(config.stateDir, "downloads") : undefined;
  const isCheck = fate.sink === undefined && !fate.keepsHtml;
  const made = isCheck ? [] : await publishDownloads(downloads, wanted, site.settings, cacheDir);
  const reuse = config.cache;
  const pictures = await publishPictures(isCheck ? [] : rendered.variants, content.images, {
    cache,
    reuse,
    signal,
    onProgress,
  });
  const cards = await drawCards({
    cards: isCheck ? [] : rendered.cards,
    pictures: content.images,
    families: templates.templates.fonts,
    templatesDir: config.templatesDir,
    cache,
    reuse,
    signal,
    onProgress,
  });
  const drawn = await makeIcons(isCheck ? [] : icons, content.images, { cache, reuse });
  const pageFiles = rendered.pages.map(({ output, bytes, hash, content }) => ({
    path: output,
    bytes,
    hash,
    ...(content !== undefined && { content }),
  }));
  const bytesOf = new Map(rendered.pages.map(({ output, bytes }) => [output, bytes]));
  return {
    routes: routes.map(({ path, output }) => ({ path, file: output, bytes: bytesOf.get(output) ?? 0 })),
    files: [
      ...pageFiles,
      ...files,
      ...made.map(({ path, bytes }) => toFile(path, bytes)),
      ...[...pictures, ...cards, ...drawn].map(({ output, key, path, bytes }) => ({
        path: output,
        bytes,
        hash: key,
        from: path,
      })),
    ].sort((a, b) => compareText(a.path, b.path)),
    warnings: sortDiagnostics(diagnostics),
    unchanged: false,
  };
}

/** A page with a problem of its own, or with a picture that is still to be made, waits for the rest. */
const takeWhatIsWhole =
  ({ onPage }: Warmth, cache: ImageCache) =>
  (page: ShardPage, variants: readonly Variant[]): void => {
    const isWhole =
      page.facts.problems.length === 0 && variants.every(({ key, format }) => cache.find(`${key}.${format}`));
    if (isWhole) onPage({ output: page.output, hash: page.hash, content: page.content });
  };

const siteFonts = ({ config, templates }: LoadJob, { characters }: Content): Promise<SiteFonts> =>
  makeFonts({
    families: templates.templates.fonts,
    characters,
    templatesDir: config.templatesDir,
    cacheDir: join(config.programDir, ".eventsite/fonts"),
  });

/**
 * Looks at the pages that can be rendered although something stops the build, so that all is told at once.
 * Links are left out: those that lead nowhere have been told, and those to pages with a mistake lead somewhere.
 */
async function verifyTheRest(job: LoadJob, content: Content): Promise<Diagnostic[]> {
  const { settings, shards, sources, templates, diagnostics } = job;
  // Of two pages at one address, links may mean either.
  const isClear = settings.values !== undefined && !diagnostics.some(({ code }) => code === "ROUTE_COLLISION");
  if (!isClear) return [];
  const { pages } = await shards.render({
    site: { ...content.site, fonts: { css: "", urls: [] } },
    pages: content.pages,
    sink: undefined,
    keepsHtml: false,
  });
  const found = verifyPages(pages, content, new Set(), sharedSources(sources, templates.templates.collections));
  const isTold = ({ code, file }: Diagnostic) =>
    diagnostics.some((known) => known.code === code && known.file === file);
  return found.filter((problem) => problem.code !== "VERIFY_BROKEN_LINK" && !isTold(problem));
}
