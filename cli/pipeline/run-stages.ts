// All stages in their order, over what is known: from the records of an earlier run, or none, to a site whose pages are finished. Each stage
// is a function from one named type to the next, and only this file has their order. What looks at the whole site is computed each time.

import { isoText } from "../config/local-time.ts";
import { sharedSources } from "../content/references/link-targets.ts";
import type { StaticFile } from "../content/sources/static-files.ts";
import { type Diagnostic, hasErrors, sortDiagnostics, stopOnErrors } from "../diagnostics/diagnostic.ts";
import type { OutputFile, PlannedFile } from "../emit/output-file.ts";
import type { SiteReport } from "../emit/site-report.ts";
import { REDIRECTS_FILE } from "../hosting/redirect-files.ts";
import type { PageOutput, PageRow } from "../render/page-job.ts";
import { renderRedirects } from "../render/redirect-pages.ts";
import { NO_FONTS } from "../render/site-data.ts";
import { ROBOTS_FILE, renderSiteFiles } from "../render/site-files.ts";
import { renderOwnFiles } from "../render/template-files.ts";
import { addressOf, bareAddress } from "../routes/addresses.ts";
import { basePathOf } from "../routes/base-path.ts";
import { numberOfPages } from "../routes/plan-routes.ts";
import { redirectsOverSite } from "../routes/site-redirects.ts";
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
export type PlannedSite = Awaited<ReturnType<typeof runStages>>;

/**
 * Rejects with BuildFailedError and all problems that could be found. The records then have what was found meanwhile, and `onContent` was
 * called with the content.
 */
export async function runStages(context: StageContext, output: PageOutput, onContent?: (content: Content) => void) {
  const { templates, pictures, events } = context;
  const { collections } = templates.templates;
  const content = await loadContent(context);
  onContent?.(content);
  const { sources, routes } = content;
  const diagnostics = [...content.diagnostics];
  if (hasErrors(diagnostics)) diagnostics.push(...(await verifyWhatRenders(context, content, output)));
  stopOnErrors(diagnostics);

  const { files: fontFiles, ...fonts } = await fontsOf(context, content);
  events.onLoaded?.(numberOfPages(routes.map(({ output }) => output)));
  const site = { ...content.site, fonts };

  const rendered = await renderSite(context, content, site, output);
  diagnostics.push(...rendered.diagnostics, ...renderedFindings(templates, content, rendered));
  diagnostics.push(...(await cardFindings(context, content, rendered)));
  stopOnErrors(diagnostics);

  // Settings are valid here: otherwise the build has stopped.
  const icons = templates.templates.icons({ settings: site.settings as never });
  const titles = new Map(routes.map(({ path, entry }) => [path, entry.title]));
  const siteTexts = [...renderOwnFiles(templates, site), ...renderSiteFiles(templates, site, routes, icons)];
  const statics = sources.files.filter(({ path }) => !(site.isPreview && path === ROBOTS_FILE));
  const made = [...icons.map(({ path }) => path.slice(1)), ...siteTexts.map(({ path }) => path)];
  diagnostics.push(
    ...staticCollisions(
      statics,
      made.map((path) => ({ path })),
    ),
    ...redirectsOverSite(content, [REDIRECTS_FILE, ...outputsOf(made, fontFiles, rendered, statics)]),
  );
  const texts = [...siteTexts, ...renderRedirects({ ...content, titles }, site)];
  const outputs = outputsOf([...made, ...texts.map(({ path }) => path)], fontFiles, rendered, statics);
  const addresses = new Set([...outputs.map((path) => `/${path}`), ...statics.flatMap(addressesOf)]);
  const shared = sharedSources(sources, collections);
  const findSection = sectionFinder(context, content, site);
  diagnostics.push(
    ...(await verifyPages(rendered.pages, routes, addresses, shared, findSection, basePathOf(site.baseUrl))),
  );
  stopOnErrors(diagnostics);
  forgetOthers(context, content);

  // A check does not make pictures: that would find no more problems.
  const isCheck = output.sink === undefined && !output.keepsHtml;
  const planned: readonly PlannedFile[] = isCheck
    ? []
    : [...fontFiles, ...planFiles(context, content, rendered, icons), ...planStaticFiles(statics, context)];
  const bytesOf = new Map(rendered.pages.map((page) => [page.output, page.bytes]));
  const result: Omit<BuildResult, "files"> = {
    routes: routes.map(({ path, output }) => ({ path, file: output, bytes: bytesOf.get(output) ?? 0 })),
    basePath: basePathOf(site.baseUrl),
    redirects: content.redirects.map(({ from, to }) => ({ from, to })),
    gone: content.gone,
    warnings: sortDiagnostics(diagnostics),
    unfinished: content.unfinished,
    lastChangeAt: isoText(content.period.from, content.settings.clock.timeZone),
    nextChangeAt: isoText(content.period.until, content.settings.clock.timeZone),
    unchanged: false,
  };
  const files: readonly OutputFile[] = [...rendered.pages.map((page) => pageFile(page, rendered, output)), ...texts];
  return {
    ...result,
    /** Pages and texts. */
    files,
    planned,
    /** What hosts have to know of it: also the names of pictures that are not made yet, and the lines of redirects. */
    hosting: {
      url: site.baseUrl,
      relayUrl: site.relayUrl,
      paths: [...bytesOf.keys(), ...outputs],
      redirects: content.redirects,
    },
    content,
    /** What its pages were rendered with. */
    site,
    /** Every file. Rejects as `makeFiles` does. */
    async complete(options: FilesOptions): Promise<BuildResult> {
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
  const isClear = settings.final !== undefined && !diagnostics.some(({ code }) => code === "ROUTE_COLLISION");
  if (!isClear) return [];
  // The same fonts as without the mistake: pages that show nothing of it are not rendered again.
  const { files: _, ...fonts } = await fontsOf(context, content).catch(() => ({ ...NO_FONTS, files: [] }));
  const site = { ...content.site, fonts };
  const silent = { ...context, events: { onWork: context.events.onWork } };
  const rendered = await renderSite(silent, content, site, { sink: undefined, keepsHtml });
  const shared = sharedSources(sources, context.templates.templates.collections);
  const isReported = ({ code, file }: Diagnostic) =>
    diagnostics.some((reported) => reported.code === code && reported.file === file);
  const findSection = sectionFinder(context, content, site);
  const found = await verifyPages(
    rendered.pages,
    content.routes,
    undefined,
    shared,
    findSection,
    basePathOf(site.baseUrl),
  );
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
