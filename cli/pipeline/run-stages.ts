// Runs all stages in their order, from the records of an earlier run, if there are any, to a site whose pages are finished. Each stage is a
// function from one named type to the next, and only this file has their order. What depends on the complete site is computed each time.

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
import { incompletePages } from "./incomplete-pages.ts";
import { type Content, loadContent } from "./load-content.ts";
import { sectionFinder } from "./locate-section.ts";
import { type FilesOptions, makeFiles, planFiles } from "./make-files.ts";
import { planStaticFiles } from "./plan-static-files.ts";
import { type RenderedSite, renderSite } from "./render-stale.ts";
import { renderedFindings } from "./rendered-findings.ts";
import type { StageContext } from "./stage-context.ts";

export interface BuildResult extends SiteReport {
  /** All files of the site. With `write: false` they have `content`. */
  readonly files: readonly OutputFile[];
  /** Whether the existing site was already the result of this build. */
  readonly unchanged: boolean;
}

export const CHECKED_ONLY: PageOutput = { sink: undefined, keepsHtml: false };

/** A site whose pages are finished. Its fonts and pictures are made when they are needed. */
export interface PlannedSite extends Omit<BuildResult, "files"> {
  /** Pages and texts. */
  readonly files: readonly OutputFile[];
  readonly planned: readonly PlannedFile[];
  /** What hosts must know of the site, including pictures that are not made yet and the lines of redirects. */
  readonly hosting: {
    readonly url: string;
    readonly relayUrl: string;
    readonly paths: readonly string[];
    readonly redirects: readonly SiteRedirect[];
  };
  readonly content: Content;
  /** The data with which its pages were rendered. */
  readonly site: SiteData;
  /** Makes the missing files and returns all. Rejects as `makeFiles` does. */
  complete(options: FilesOptions): Promise<BuildResult>;
}

/** Rejects with BuildFailedError and all problems that could be found. The records then have the results so far. */
export async function runStages(context: StageContext, output: PageOutput): Promise<PlannedSite> {
  return finishSite(context, await loadContent(context), output);
}

/** Runs all stages after the content, for callers that need the content even if a later stage fails. */
export async function finishSite(context: StageContext, content: Content, output: PageOutput): Promise<PlannedSite> {
  await stopOnMistakes(context, content, output);
  const siteWithFonts = await addFonts(context, content);
  const rendered = await renderChecked(context, content, siteWithFonts.site, output);
  const texts = renderTexts(context, content, siteWithFonts, rendered);
  const problems = await verifyAll(context, content, siteWithFonts.site, rendered, texts);
  forgetOthers(context, content);
  return plannedSite(context, output, {
    ...siteWithFonts,
    ...texts,
    content,
    rendered,
    warnings: sortDiagnostics(problems),
  });
}

/** If something stops the build, the pages that can be rendered are checked, too. */
async function stopOnMistakes(context: StageContext, content: Content, output: PageOutput): Promise<void> {
  const { diagnostics } = content;
  if (!hasErrors(diagnostics)) return;
  stopOnErrors([...diagnostics, ...(await verifyWhatRenders(context, content, output))]);
}

interface SiteWithFonts {
  readonly site: SiteData;
  readonly fontFiles: readonly PlannedFile[];
}

async function addFonts(context: StageContext, content: Content): Promise<SiteWithFonts> {
  const { files: fontFiles, ...fonts } = await fontsOf(context, content);
  return { site: { ...content.site, fonts }, fontFiles };
}

/** Renders all pages. Stops if a page or a card could not be rendered. `diagnostics` are all so far. */
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
  /** Text files that are not pages, and the pages of redirects. */
  readonly texts: readonly OutputFile[];
  /** Paths of all files that are not pages. */
  readonly outputs: readonly string[];
  /** Problems of files with the same name, and of redirects from the address of a file. */
  readonly collisions: readonly Diagnostic[];
}

function renderTexts(
  { templates }: StageContext,
  content: Content,
  { site, fontFiles }: SiteWithFonts,
  rendered: RenderedSite,
): SiteTexts {
  const { sources, routes } = content;
  // Settings are valid here: otherwise the build has stopped.
  const icons = templates.templates.icons({ settings: site.settings as never });
  const titles = new Map(routes.map(({ path, entry }) => [path, entry.title]));
  const siteTexts = [...renderOwnFiles(templates, site), ...renderSiteFiles(templates, site, routes, icons)];
  const texts = [...siteTexts, ...renderRedirects({ ...content, titles }, site)];
  const statics = sources.files.filter(({ path }) => !(site.isPreview && path === ROBOTS_FILE));
  const paths = [...icons.map(({ path }) => path.slice(1)), ...siteTexts.map(({ path }) => path)];
  const withoutRedirects = outputsOf(paths, fontFiles, rendered, statics);
  return {
    icons,
    statics,
    texts,
    outputs: outputsOf([...paths, ...texts.map(({ path }) => path)], fontFiles, rendered, statics),
    collisions: [
      ...staticCollisions(
        statics,
        paths.map((path) => ({ path })),
      ),
      ...redirectsOverSite(content, [REDIRECTS_FILE, ...withoutRedirects]),
    ],
  };
}

/** All problems of a site whose pages are rendered. Stops if one of them is an error. */
async function verifyAll(
  context: StageContext,
  content: Content,
  site: SiteData,
  { pages, diagnostics }: RenderedSite,
  { outputs, statics, collisions }: SiteTexts,
): Promise<readonly Diagnostic[]> {
  const addresses = new Set([...outputs.map((path) => `/${path}`), ...statics.flatMap(addressesOf)]);
  const problems = [...diagnostics, ...collisions, ...(await verifyRendered(context, content, site, pages, addresses))];
  stopOnErrors(problems);
  return problems;
}

function verifyRendered(
  context: StageContext,
  content: Content,
  site: SiteData,
  pages: readonly PageRow[],
  addresses: ReadonlySet<string> | undefined,
): Promise<Diagnostic[]> {
  const shared = sharedSources(content.sources, context.templates.templates.collections);
  return verifyPages({
    pages,
    routes: content.routes,
    addresses,
    incomplete: incompletePages(shared, content, pages),
    shared,
    findSection: sectionFinder(context, content, site),
    base: basePathOf(site.baseUrl),
  });
}

interface FinishedSite extends SiteWithFonts, SiteTexts {
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

/** A check makes no pictures, because that would not find more problems. */
function filesToMake(context: StageContext, output: PageOutput, finished: FinishedSite): readonly PlannedFile[] {
  const { fontFiles, content, rendered, icons, statics } = finished;
  const isCheck = output.sink === undefined && !output.keepsHtml;
  if (isCheck) return [];
  return [...fontFiles, ...planFiles(context, content, rendered, icons), ...planStaticFiles(statics, context)];
}

const fontsOf = async ({ fonts, templates }: StageContext, { characters, site }: Content) =>
  fonts(characters, templates.templates.wordmark?.(site as never));

/**
 * Checks the pages that can be rendered although something stops the build, so that everything is reported at once. Links are not checked:
 * broken ones have been reported, and links to invalid entries will work once those are fixed.
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
  // Uses the same fonts as without the mistake, so that pages that do not show it are not rendered again.
  const { files: _, ...fonts } = await fontsOf(context, content).catch(() => ({ ...NO_FONTS, files: [] }));
  const site = { ...content.site, fonts };
  const silentContext = { ...context, events: { onWork: context.events.onWork } };
  const rendered = await renderSite(silentContext, content, site, { sink: undefined, keepsHtml });
  const isReported = ({ code, file }: Diagnostic) =>
    diagnostics.some((reported) => reported.code === code && reported.file === file);
  const problems = await verifyRendered(context, content, site, rendered.pages, undefined);
  return [
    ...problems.filter((problem) => !isReported(problem)),
    ...renderedFindings(context.templates, content, rendered),
  ];
}

/** A page that was not rendered now is taken from the memory or from the published site. */
const pageFile = (page: PageRow, { rendered }: RenderedSite, { sink }: PageOutput): OutputFile => ({
  path: page.output,
  bytes: page.bytes,
  hash: page.hash,
  ...(page.content && { content: page.content }),
  ...(sink && !rendered.has(page.output) && { from: `${sink.previousDir}/${page.output}` }),
});

/** Removes records of files and pages that no longer exist. */
function forgetOthers({ records }: StageContext, { sources, pages }: Content): void {
  const files = new Set(sources.entries.map(({ path }) => path));
  const statics = new Set(sources.files.map(({ source }) => source));
  const outputs = new Set(pages.map(({ output }) => output));
  for (const path of records.entries.keys()) if (!files.has(path)) records.entries.delete(path);
  for (const source of records.hashes.keys()) if (!statics.has(source)) records.hashes.delete(source);
  for (const output of records.pages.keys()) if (!outputs.has(output)) records.pages.delete(output);
}

/** The paths of files that are not pages, each once. */
const outputsOf = (
  paths: readonly string[],
  fonts: readonly Pick<OutputFile, "path">[],
  { variants, cards }: RenderedSite,
  statics: readonly StaticFile[],
): string[] => [
  ...new Set([
    ...paths,
    ...[...fonts, ...statics].map(({ path }) => path),
    ...[...variants, ...cards].map(({ output }) => output),
  ]),
];

/** The address in both spellings if it is that of a folder. */
const addressesOf = ({ path }: StaticFile): string[] => [addressOf(path), bareAddress(addressOf(path))];
