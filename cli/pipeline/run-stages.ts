// All stages in their order, over what is known: from the facts of an earlier run, or none, to a site whose pages are finished. Each stage
// is a function from one named type to the next, and only this file has their order. What looks at the whole site is computed each time.
import type { IconFile } from "../../templates/kit/index.ts";
import { listDownloads } from "../assets/pdf/publish-downloads.ts";
import { isoText } from "../config/local-time.ts";
import type { BuildOptions } from "../config/resolve-config.ts";
import { sharedSources } from "../content/link-targets.ts";
import { compareText } from "../content/list-sources.ts";
import { type Diagnostic, hasErrors, sortDiagnostics, stopOnErrors } from "../diagnostics/diagnostic.ts";
import type { OutputFile } from "../emit/output-file.ts";
import type { PlannedFile } from "../emit/planned-file.ts";
import type { PageRow, RenderJob } from "../entries/page-row.ts";
import { renderOwnFiles, renderRedirects, renderSiteFiles } from "../render/render-site-files.ts";
import { NO_FONTS, type SiteData } from "../render/site-data.ts";
import type { Redirect } from "../routes/plan-redirects.ts";
import { verifyPages } from "../verify/verify-pages.ts";
import { type Content, loadContent, type Unfinished } from "./load-content.ts";
import { makeFiles, planFiles } from "./make-assets.ts";
import { type RenderedSite, renderSite } from "./render-site.ts";
import { renderedFindings } from "./rendered-findings.ts";
import type { SiteRedirect } from "./site-redirects.ts";
import type { StageContext } from "./stage-context.ts";

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
  /** The last change that a date made, and the next that one will make: "2026-12-24T18:00-05:00"; null where there is none. */
  readonly lastChangeAt: string | null;
  readonly nextChangeAt: string | null;
  /** Whether the existing site was already the result of this build. */
  readonly unchanged: boolean;
}

/** Where the pages go: written somewhere, kept in memory, or only checked. */
export type PageOutput = Pick<RenderJob, "sink" | "keepsHtml">;

export const CHECKED_ONLY: PageOutput = { sink: undefined, keepsHtml: false };

/** A site whose pages are finished; its fonts and pictures are made when they are needed. */
export interface PlannedSite extends Omit<BuildResult, "files"> {
  /** Pages and texts. */
  readonly files: readonly OutputFile[];
  readonly planned: readonly PlannedFile[];
  readonly hosting: Hosting;
  readonly content: Content;
  /** What its pages were rendered with. */
  readonly site: SiteData;
  /** Every file. Rejects as `makeFiles` does. */
  complete(options: Pick<BuildOptions, "signal" | "onProgress">): Promise<BuildResult>;
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

/** Rejects with BuildFailedError and all problems that could be found. The facts then have what was found meanwhile. */
export async function runStages(context: StageContext, output: PageOutput): Promise<PlannedSite> {
  const { templates, pictures, events } = context;
  const { collections } = templates.templates;
  const content = await loadContent(context);
  events.onContent?.(content);
  const { sources, routes } = content;
  const diagnostics = [...content.diagnostics];
  if (hasErrors(diagnostics)) diagnostics.push(...(await verifyWhatRenders(context, content, output)));
  stopOnErrors(diagnostics);

  const { files: fontFiles, ...fonts } = await fontsOf(context, content);
  events.onLoaded?.(routes.length);
  const site = { ...content.site, fonts };

  const rendered = await renderSite(context, content, site, output);
  diagnostics.push(...rendered.diagnostics, ...renderedFindings(templates, content, rendered));
  stopOnErrors(diagnostics);

  // Settings are valid here: otherwise the build has stopped.
  const icons = templates.templates.icons({ settings: site.settings as never });
  const texts = [
    ...renderOwnFiles(templates, site),
    ...renderSiteFiles(templates, site, routes, icons),
    ...renderRedirects({ ...content, titles: titlesOf(content) }, site),
  ];
  const addresses = addressesOf(icons, [...texts, ...fontFiles], rendered, listDownloads(collections, site.lists));
  diagnostics.push(...verifyPages(rendered.pages, routes, addresses, sharedSources(sources, collections)));
  stopOnErrors(diagnostics);
  forgetOthers(context, content);

  // A check does not make PDFs and pictures: that would find no more problems.
  const isCheck = output.sink === undefined && !output.keepsHtml;
  const planned = isCheck ? [] : [...fontFiles, ...planFiles(context, { content, rendered, icons })];
  const bytesOf = new Map(rendered.pages.map((page) => [page.output, page.bytes]));
  const result = {
    routes: routes.map(({ path, output }) => ({ path, file: output, bytes: bytesOf.get(output) ?? 0 })),
    redirects: content.redirects.map(({ from, to }) => ({ from, to })),
    gone: content.gone,
    warnings: sortDiagnostics(diagnostics),
    unfinished: content.unfinished,
    lastChangeAt: isoText(content.period.from, content.settings.clock.timeZone),
    nextChangeAt: isoText(content.period.until, content.settings.clock.timeZone),
    unchanged: false,
  };
  const files = [...rendered.pages.map((page) => pageFile(page, rendered, output)), ...texts];
  return {
    ...result,
    files,
    planned,
    hosting: {
      url: site.baseUrl,
      relayUrl: site.relayUrl,
      paths: [...bytesOf.keys(), ...[...addresses].map((address) => address.slice(1))],
      redirects: content.redirects,
    },
    content,
    site,
    async complete(options) {
      const made = await makeFiles(planned, pictures, options);
      return { ...result, files: [...files, ...made].sort((a, b) => compareText(a.path, b.path)) };
    },
  };
}

const fontsOf = async ({ fonts, templates }: StageContext, { characters, site }: Content) =>
  fonts(characters, templates.templates.wordmark?.(site as never));

/**
 * Checks the pages that can be rendered although something stops the build, so that everything is reported at once.
 * Links are left out: broken ones have been reported, and links to invalid entries will work once those are fixed.
 */
async function verifyWhatRenders(
  context: StageContext,
  content: Content,
  { keepsHtml }: Pick<PageOutput, "keepsHtml">,
): Promise<Diagnostic[]> {
  const { settings, sources, diagnostics } = content;
  // If two pages have one address, it is not known which one a link means.
  const isClear = settings.values !== undefined && !diagnostics.some(({ code }) => code === "ROUTE_COLLISION");
  if (!isClear) return [];
  // The same fonts as without the mistake: pages that show nothing of it are not rendered again.
  const { files: _, ...fonts } = await fontsOf(context, content).catch(() => ({ ...NO_FONTS, files: [] }));
  const site = { ...content.site, fonts };
  const silent = { ...context, events: { onWork: context.events.onWork } };
  const rendered = await renderSite(silent, content, site, { sink: undefined, keepsHtml });
  const shared = sharedSources(sources, context.templates.templates.collections);
  const isReported = ({ code, file }: Diagnostic) =>
    diagnostics.some((reported) => reported.code === code && reported.file === file);
  return [
    ...verifyPages(rendered.pages, content.routes, undefined, shared).filter((problem) => !isReported(problem)),
    ...renderedFindings(context.templates, content, rendered),
  ];
}

/** A page that was not rendered now is taken from where it is: from the memory, or from the published site. */
const pageFile = (page: PageRow, { rendered }: RenderedSite, { sink }: PageOutput): OutputFile => ({
  path: page.output,
  bytes: page.bytes,
  hash: page.hash,
  ...(page.content && { content: page.content }),
  ...(sink && !rendered.has(page.output) && { from: `${sink.previousDir}/${page.output}` }),
});

/** Facts of what is no longer there. */
function forgetOthers({ facts }: StageContext, { sources, pages }: Content): void {
  const [files, outputs] = [
    new Set(sources.entries.map(({ path }) => path)),
    new Set(pages.map(({ output }) => output)),
  ];
  for (const path of facts.entries.keys()) if (!files.has(path)) facts.entries.delete(path);
  for (const output of facts.pages.keys()) if (!outputs.has(output)) facts.pages.delete(output);
}

const titlesOf = ({ routes }: Content): ReadonlyMap<string, string> =>
  new Map(routes.map(({ path, entry }) => [path, entry.title]));

/** Link targets that are not pages. */
const addressesOf = (
  icons: readonly IconFile[],
  files: readonly Pick<OutputFile, "path">[],
  { variants, cards }: RenderedSite,
  downloads: ReturnType<typeof listDownloads>,
): ReadonlySet<string> =>
  new Set([
    ...icons.map(({ path }) => path),
    ...files.map(({ path }) => `/${path}`),
    ...[...variants, ...cards].map(({ output }) => `/${output}`),
    ...downloads.map(({ path }) => path),
  ]);
