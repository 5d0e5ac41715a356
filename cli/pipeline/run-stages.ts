// All stages in their order, over what is known: from the records of an earlier run, or none, to a site whose pages are finished. Each stage
// is a function from one named type to the next, and only this file has their order. What looks at the whole site is computed each time.

import type { IconFile } from "../../templates/kit/index.ts";
import { isoText } from "../config/local-time.ts";
import { sharedSources } from "../content/references/link-targets.ts";
import type { StaticFile } from "../content/sources/static-files.ts";
import { type Diagnostic, hasErrors, sortDiagnostics, stopOnErrors } from "../diagnostics/diagnostic.ts";
import type { OutputFile, PlannedFile } from "../emit/output-file.ts";
import type { SiteReport } from "../emit/site-report.ts";
import { REDIRECTS_FILE } from "../hosting/redirect-files.ts";
import type { PageOutput, PageRow } from "../render/page-job.ts";
import { renderRedirects } from "../render/redirect-pages.ts";
import { NO_FONTS, type SiteData } from "../render/site-data.ts";
import { ROBOTS_FILE, renderSiteFiles } from "../render/site-files.ts";
import { renderOwnFiles } from "../render/template-files.ts";
import { addressOf, bareAddress } from "../routes/addresses.ts";
import { basePathOf } from "../routes/base-path.ts";
import { numberOfPages } from "../routes/plan-routes.ts";
import { redirectsOverSite, type SiteRedirect } from "../routes/site-redirects.ts";
import { staticCollisions } from "../routes/static-collisions.ts";
import { compareText } from "../text/compare-text.ts";
import { verifyPages } from "../verify/verify-pages.ts";
import { cardFindings } from "./card-findings.ts";
import { type Content, loadContent } from "./load-content.ts";
import { sectionFinder } from "./locate-section.ts";
import { type FilesOptions, makeFiles, planFiles } from "./make-files.ts";
import { planStaticFiles } from "./plan-static-files.ts";
import { type RenderedSite, renderSite } from "./render-stale.ts";
import { renderedFindings } from "./rendered-findings.ts";
import type { StageContext } from "./stage-context.ts";

export interface BuildResult extends SiteReport {
  /** Every file of the site; with `write: false` it holds the `content`. */
  readonly files: readonly OutputFile[];
  /** Whether the existing site was already the result of this build. */
  readonly unchanged: boolean;
}

export const CHECKED_ONLY: PageOutput = { sink: undefined, keepsHtml: false };

/** A site whose pages are finished; its fonts and pictures are made when they are needed. */
export interface PlannedSite extends Omit<BuildResult, "files"> {
  /** Pages and texts. */
  readonly files: readonly OutputFile[];
  readonly planned: readonly PlannedFile[];
  /** What hosts have to know of it: also the names of pictures that are not made yet, and the lines of redirects. */
  readonly hosting: {
    readonly url: string;
    readonly relayUrl: string;
    readonly paths: readonly string[];
    readonly redirects: readonly SiteRedirect[];
  };
  readonly content: Content;
  /** What its pages were rendered with. */
  readonly site: SiteData;
  /** Every file. Rejects as `makeFiles` does. */
  complete(options: FilesOptions): Promise<BuildResult>;
}

/** Rejects with BuildFailedError and all problems that could be found. The records then have what was found meanwhile. */
export async function runStages(context: StageContext, output: PageOutput): Promise<PlannedSite> {
  return finishSite(context, await loadContent(context), output);
}

/** All stages after the content, for callers that need it although a later stage fails. */
export async function finishSite(context: StageContext, content: Content, output: PageOutput): Promise<PlannedSite> {
  await stopOnMistakes(context, content, output);
  const fonted = await addFonts(context, content);
  const rendered = await renderChecked(context, content, fonted.site, output);
  const texts = renderTexts(context, content, fonted, rendered);
  const found = await verifyAll(context, content, fonted.site, rendered, texts);
  forgetOthers(context, content);
  return plannedSite(context, output, { ...fonted, ...texts, content, rendered, warnings: sortDiagnostics(found) });
}

/** Where something stops the build, the pages that can be rendered are checked too. */
async function stopOnMistakes(context: StageContext, content: Content, output: PageOutput): Promise<void> {
  const { diagnostics } = content;
  if (!hasErrors(diagnostics)) return;
  stopOnErrors([...diagnostics, ...(await verifyWhatRenders(context, content, output))]);
}

interface FontedSite {
  readonly site: SiteData;
  readonly fontFiles: readonly PlannedFile[];
}

async function addFonts(context: StageContext, content: Content): Promise<FontedSite> {
  const { files: fontFiles, ...fonts } = await fontsOf(context, content);
  return { site: { ...content.site, fonts }, fontFiles };
}

/** Of all pages; stops where one of them, or a card, could not be rendered. `diagnostics` are all so far. */
async function renderChecked(
  context: StageContext,
  content: Content,
  site: SiteData,
  output: PageOutput,
): Promise<RenderedSite> {
  context.events.onLoaded?.(numberOfPages(content.routes.map(({ output }) => output)));
  const rendered = await renderSite(context, content, site, output);
  const diagnostics = [
    ...content.diagnostics,
    ...rendered.diagnostics,
    ...renderedFindings(context.templates, content, rendered),
    ...(await cardFindings(context, content, rendered)),
  ];
  stopOnErrors(diagnostics);
  return { ...rendered, diagnostics };
}

interface SiteTexts {
  readonly icons: readonly IconFile[];
  /** Files that are published as they are. */
  readonly statics: readonly StaticFile[];
  /** Files of text that are not pages, and the pages of redirects. */
  readonly texts: readonly OutputFile[];
  /** Paths of everything but pages. */
  readonly outputs: readonly string[];
  /** Files of one name, and redirects over files. */
  readonly collisions: readonly Diagnostic[];
}

function renderTexts(
  { templates }: StageContext,
  content: Content,
  { site, fontFiles }: FontedSite,
  rendered: RenderedSite,
): SiteTexts {
  const { sources, routes } = content;
  // Settings are valid here: otherwise the build has stopped.
  const icons = templates.templates.icons({ settings: site.settings as never });
  const titles = new Map(routes.map(({ path, entry }) => [path, entry.title]));
  const siteTexts = [...renderOwnFiles(templates, site), ...renderSiteFiles(templates, site, routes, icons)];
  const texts = [...siteTexts, ...renderRedirects({ ...content, titles }, site)];
  const statics = sources.files.filter(({ path }) => !(site.isPreview && path === ROBOTS_FILE));
  const made = [...icons.map(({ path }) => path.slice(1)), ...siteTexts.map(({ path }) => path)];
  const withoutRedirects = outputsOf(made, fontFiles, rendered, statics);
  return {
    icons,
    statics,
    texts,
    outputs: outputsOf([...made, ...texts.map(({ path }) => path)], fontFiles, rendered, statics),
    collisions: [
      ...staticCollisions(
        statics,
        made.map((path) => ({ path })),
      ),
      ...redirectsOverSite(content, [REDIRECTS_FILE, ...withoutRedirects]),
    ],
  };
}

/** All problems of a site whose pages are rendered; stops where one of them is an error. */
async function verifyAll(
  context: StageContext,
  content: Content,
  site: SiteData,
  { pages, diagnostics }: RenderedSite,
  { outputs, statics, collisions }: SiteTexts,
): Promise<readonly Diagnostic[]> {
  const addresses = new Set([...outputs.map((path) => `/${path}`), ...statics.flatMap(addressesOf)]);
  const found = [...diagnostics, ...collisions, ...(await verify(context, content, site, pages, addresses))];
  stopOnErrors(found);
  return found;
}

const verify = (
  context: StageContext,
  content: Content,
  site: SiteData,
  pages: readonly PageRow[],
  addresses: ReadonlySet<string> | undefined,
): Promise<Diagnostic[]> =>
  verifyPages({
    pages,
    routes: content.routes,
    addresses,
    shared: sharedSources(content.sources, context.templates.templates.collections),
    findSection: sectionFinder(context, content, site),
    base: basePathOf(site.baseUrl),
  });

interface FinishedSite extends FontedSite, SiteTexts {
  readonly content: Content;
  readonly rendered: RenderedSite;
  readonly warnings: readonly Diagnostic[];
}

function plannedSite(context: StageContext, output: PageOutput, finished: FinishedSite): PlannedSite {
  const { content, site, rendered, texts, outputs, warnings } = finished;
  const { period, settings, redirects } = content;
  const bytesOf = new Map(rendered.pages.map((page) => [page.output, page.bytes]));
  const result: Omit<BuildResult, "files"> = {
    routes: content.routes.map(({ path, output }) => ({ path, file: output, bytes: bytesOf.get(output) ?? 0 })),
    basePath: basePathOf(site.baseUrl),
    redirects: redirects.map(({ from, to }) => ({ from, to })),
    gone: content.gone,
    warnings,
    unfinished: content.unfinished,
    lastChangeAt: isoText(period.from, settings.clock.timeZone),
    nextChangeAt: isoText(period.until, settings.clock.timeZone),
    unchanged: false,
  };
  const files: readonly OutputFile[] = [...rendered.pages.map((page) => pageFile(page, rendered, output)), ...texts];
  const planned = filesToMake(context, output, finished);
  return {
    ...result,
    files,
    planned,
    hosting: { url: site.baseUrl, relayUrl: site.relayUrl, paths: [...bytesOf.keys(), ...outputs], redirects },
    content,
    site,
    async complete(options) {
      const madeFiles = await makeFiles(planned, context.pictures, options);
      return { ...result, files: [...files, ...madeFiles].sort((a, b) => compareText(a.path, b.path)) };
    },
  };
}

/** A check does not make pictures: that would find no more problems. */
function filesToMake(context: StageContext, output: PageOutput, finished: FinishedSite): readonly PlannedFile[] {
  const { fontFiles, content, rendered, icons, statics } = finished;
  const isCheck = output.sink === undefined && !output.keepsHtml;
  if (isCheck) return [];
  return [...fontFiles, ...planFiles(context, content, rendered, icons), ...planStaticFiles(statics, context)];
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
  const { settings, diagnostics } = content;
  // If two pages have one address, it is not known which one a link means.
  const isClear = settings.final !== undefined && !diagnostics.some(({ code }) => code === "ROUTE_COLLISION");
  if (!isClear) return [];
  // The same fonts as without the mistake: pages that show nothing of it are not rendered again.
  const { files: _, ...fonts } = await fontsOf(context, content).catch(() => ({ ...NO_FONTS, files: [] }));
  const site = { ...content.site, fonts };
  const silent = { ...context, events: { onWork: context.events.onWork } };
  const rendered = await renderSite(silent, content, site, { sink: undefined, keepsHtml });
  const isReported = ({ code, file }: Diagnostic) =>
    diagnostics.some((reported) => reported.code === code && reported.file === file);
  const found = await verify(context, content, site, rendered.pages, undefined);
  return [
    ...found.filter((problem) => !isReported(problem)),
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
function forgetOthers({ records }: StageContext, { sources, pages }: Content): void {
  const files = new Set(sources.entries.map(({ path }) => path));
  const statics = new Set(sources.files.map(({ source }) => source));
  const outputs = new Set(pages.map(({ output }) => output));
  for (const path of records.entries.keys()) if (!files.has(path)) records.entries.delete(path);
  for (const source of records.hashes.keys()) if (!statics.has(source)) records.hashes.delete(source);
  for (const output of records.pages.keys()) if (!outputs.has(output)) records.pages.delete(output);
}

/** Files that are not pages, each once. */
const outputsOf = (
  made: readonly string[],
  fonts: readonly Pick<OutputFile, "path">[],
  { variants, cards }: RenderedSite,
  statics: readonly StaticFile[],
): string[] => [
  ...new Set([
    ...made,
    ...[...fonts, ...statics].map(({ path }) => path),
    ...[...variants, ...cards].map(({ output }) => output),
  ]),
];

/** In both spellings of the address of a folder. */
const addressesOf = ({ path }: StaticFile): string[] => [addressOf(path), bareAddress(addressOf(path))];
