// The pipeline: content → pages → the files they refer to. Each stage is a function from one named type to the next. Only this file has their order.
import { join } from "node:path";
import type { IconFile } from "../../templates/kit/index.ts";
import { makeFonts } from "../assets/fonts/make-fonts.ts";
import { listDownloads } from "../assets/pdf/publish-downloads.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import { compareText } from "../content/list-sources.ts";
import { sharedSources } from "../content/site-index.ts";
import { type Diagnostic, hasErrors, sortDiagnostics, stopOnErrors } from "../diagnostics/diagnostic.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import type { PlannedFile } from "../emit/planned-file.ts";
import type { EntryPage, RenderJob } from "../entries/page-job.ts";
import type { MergedPages } from "../entries/partitions.ts";
import { renderOwnFiles, renderRedirects, renderSiteFiles } from "../render/render-site-files.ts";
import type { SiteData } from "../render/site-data.ts";
import type { Redirect } from "../routes/plan-redirects.ts";
import { verifyPages } from "../verify/verify-pages.ts";
import type { BuildCache } from "./build-cache.ts";
import { type Content, type LoadJob, loadContent, openContent, type Unfinished } from "./load-content.ts";
import { makeFiles, planFiles } from "./make-assets.ts";
import { renderedFindings, verifyWhatRenders } from "./rendered-findings.ts";
import { type IsNewPage, recordSite, type WholeRecord } from "./site-record.ts";
import type { SiteRedirect } from "./site-redirects.ts";

/** A published page: its address, its file below the output folder, and the file's size. */
export interface PublishedRoute {
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
}

export interface BuildResult {
  readonly routes: readonly PublishedRoute[];
  /** Old addresses that lead to a page, sorted, without chains. */
  readonly redirects: readonly Redirect[];
  /** Addresses that are gone on purpose. */
  readonly gone: readonly string[];
  /** Every file of the site; with `write: false` it holds the `content`. */
  readonly files: readonly OutputFile[];
  readonly warnings: readonly Diagnostic[];
  readonly unfinished: Unfinished;
  /** Whether the existing site was already the result of this build. */
  readonly unchanged: boolean;
}

/** Where the pages go: written somewhere, kept in memory, or only checked. */
export type PageOptions = Pick<RenderJob, "sink" | "keepsHtml" | "records"> & Pick<BuildOptions, "onProgress">;

/** A site whose pages are finished; its pictures are made when they are needed. */
export interface PlannedSite extends Omit<BuildResult, "files"> {
  /** Pages, fonts and texts. */
  readonly files: readonly OutputFile[];
  readonly planned: readonly PlannedFile[];
  readonly hosting: Hosting;
  /** Every file. Rejects as `makeFiles` does. */
  complete(options: Pick<BuildOptions, "signal" | "onProgress">): Promise<BuildResult>;
}

export interface RenewableSite extends PlannedSite {
  /** With the pages that `isNew` chooses, or all. */
  record(isNew?: IsNewPage): WholeRecord;
  /** The same site with other bytes in some of its pages. */
  withPages(renewed: readonly EntryPage[]): RenewableSite;
}

/** What hosts have to know of a site, pictures not yet made. */
export interface Hosting {
  readonly url: string;
  readonly relayUrl: string;
  /** All files that a build would make. */
  readonly paths: readonly string[];
  /** With the lines that they are written on. */
  readonly redirects: readonly SiteRedirect[];
}

/** The stages in their order. Rejects with BuildFailedError and all problems that could be found. */
export async function planSite(config: Config, cache: BuildCache, options: PageOptions): Promise<RenewableSite> {
  const templates = await cache.templates();
  const job = openContent(config, templates, cache);
  const { diagnostics } = job;

  const content = await loadContent(job);
  cache.onUnseen([...content.images.values()].filter(({ look }) => look));
  if (hasErrors(diagnostics)) diagnostics.push(...(await verifyWhatRenders(job, content, cache.fontsBefore, options)));
  stopOnErrors(diagnostics);

  const wordmark = job.templates.templates.wordmark?.(content.site as never);
  const fonts = await cache.fonts(`${content.characters} ${wordmark}`, () => siteFonts(job, content, wordmark));
  const fontFiles = fonts.files.map(({ path, bytes }) => toFile(path, bytes));
  cache.onLoaded(content.routes.length, fontFiles);
  const site = { ...content.site, fonts: { css: fonts.css, urls: fonts.urls, wordmark: fonts.wordmark } };

  const rendered = await renderPages(job, content, site, cache, options);
  diagnostics.push(...rendered.diagnostics, ...renderedFindings(job, content, rendered));
  stopOnErrors(diagnostics);

  // Settings are valid here: otherwise the build has stopped.
  const icons = templates.templates.icons({ settings: site.settings as never });
  const beside = renderOwnFiles(templates, site);
  const texts = [
    ...fontFiles,
    ...beside,
    ...renderSiteFiles(templates, site, content.routes, icons),
    ...renderRedirects({ ...content, titles: titlesOf(content) }, site),
  ];
  const addresses = addressesOf(icons, texts, rendered, listDownloads(templates.templates.collections, site.lists));
  const shared = sharedSources(job.sources, templates.templates.collections);
  diagnostics.push(...verifyPages(rendered.pages, content, addresses, shared));
  stopOnErrors(diagnostics);

  // A check does not make PDFs and pictures: that would find no more problems.
  const isCheck = options.sink === undefined && !options.keepsHtml;
  const planned = isCheck ? [] : planFiles({ config, templates, content, rendered, icons, pictures: job.pictures });
  const hosting = {
    url: site.baseUrl,
    relayUrl: site.relayUrl,
    paths: [...rendered.pages.map(({ output }) => output), ...[...addresses].map((address) => address.slice(1))],
    redirects: content.redirects,
  };
  const { index, entries, outlines } = content;
  const record = (isNew?: IsNewPage) =>
    recordSite(
      {
        templates,
        index,
        site,
        beside: beside.map(({ path }) => path),
        unlisted: content.routes.filter(({ listed }) => !listed).map(({ path }) => path),
        entries,
        outlines,
        jobs: content.pages,
        rendered,
      },
      isNew,
    );
  const about = {
    routes: content.routes.map(({ path, output }) => ({ path, file: output, bytes: 0 })),
    redirects: content.redirects.map(({ from, to }) => ({ from, to })),
    gone: content.gone,
    warnings: sortDiagnostics(diagnostics),
    unfinished: content.unfinished,
    unchanged: false,
    planned,
    hosting,
    record,
  };
  return plannedSite(about, texts, job.pictures).withPages(rendered.pages);
}

/** Callers that wait for a page get it as soon as it is rendered, unless something is wrong with it. */
async function renderPages(
  { partitions, settings, sources }: LoadJob,
  { pages, characters }: Content,
  site: SiteData,
  cache: BuildCache,
  { onProgress, ...options }: PageOptions,
): Promise<MergedPages> {
  const take = ({ output, hash, content, facts }: EntryPage) => {
    if (facts.problems.length === 0) cache.onPage({ output, hash, content });
  };
  const eager = { wanted: cache.wanted, take };
  const rendered = await partitions.render({ site, pages, ...options }, { eager, onProgress });
  if (rendered.diagnostics.length === 0)
    cache.onRendered({ site, settings: { source: sources.site, given: settings.given ?? {} }, pages, characters });
  return rendered;
}

const titlesOf = ({ routes, entries }: Content): ReadonlyMap<string, string> => {
  const titles = new Map(entries.map(({ collection, slug, title }) => [`${collection}/${slug}`, title]));
  return new Map(routes.map(({ path, collection, slug }) => [path, titles.get(`${collection}/${slug}`) ?? path]));
};

/** Link targets that are not pages. */
const addressesOf = (
  icons: readonly IconFile[],
  texts: readonly OutputFile[],
  { variants, cards }: MergedPages,
  downloads: ReturnType<typeof listDownloads>,
): ReadonlySet<string> =>
  new Set([
    ...icons.map(({ path }) => path),
    ...texts.map(({ path }) => `/${path}`),
    ...[...variants, ...cards].map(({ output }) => `/${output}`),
    ...downloads.map(({ path }) => path),
  ]);

function plannedSite(
  about: Omit<RenewableSite, "files" | "complete" | "withPages">,
  files: readonly OutputFile[],
  pictures: LoadJob["pictures"],
): RenewableSite {
  const { record: _record, planned, hosting: _hosting, ...result } = about;
  return {
    ...about,
    files,
    async complete(options) {
      const made = await makeFiles(planned, pictures, options);
      return { ...result, files: [...files, ...made].sort((a, b) => compareText(a.path, b.path)) };
    },
    withPages(renewed) {
      const byOutput = new Map(renewed.map((page) => [page.output, page]));
      const others = files.filter(({ path }) => !byOutput.has(path));
      const routes = about.routes.map((route) => ({ ...route, bytes: byOutput.get(route.file)?.bytes ?? route.bytes }));
      return plannedSite({ ...about, routes }, [...renewed.map(toPageFile), ...others], pictures);
    },
  };
}

export const toPageFile = ({ output, bytes, hash, content }: EntryPage): OutputFile => ({
  path: output,
  bytes,
  hash,
  ...(content !== undefined && { content }),
});

const siteFonts = ({ config, templates }: LoadJob, { characters }: Content, wordmark: string | undefined) =>
  makeFonts({
    families: templates.templates.fonts,
    characters,
    wordmark,
    templatesDir: config.templatesDir,
    cacheDir: join(config.programDir, ".eventsite/fonts"),
  });
