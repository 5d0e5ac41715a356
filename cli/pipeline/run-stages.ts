// The stages in their order: content → pages → what they refer to. Each is a function from one named type to the next.
import { join } from "node:path";
import { makeFonts, type SiteFonts } from "../assets/fonts/make-fonts.ts";
import { downloadPaths } from "../assets/pdf/publish-downloads.ts";
import type { BuildOptions, Config } from "../config/resolve-config.ts";
import { compareText } from "../content/list-sources.ts";
import { sharedSources } from "../content/site-index.ts";
import { type Diagnostic, hasErrors, sortDiagnostics, stopOnErrors } from "../diagnostics/diagnostic.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import type { PlannedFile } from "../emit/planned-file.ts";
import type { RenderJob } from "../entries/render-entries.ts";
import type { EntryPage } from "../entries/rendered-site.ts";
import { renderSiteFiles } from "../render/render-site-files.ts";
import { verifyPages } from "../verify/verify-pages.ts";
import type { Warmth } from "./build-cache.ts";
import { type Content, type LoadJob, loadContent, type Unfinished } from "./load-content.ts";
import { withPartitions } from "./load-site.ts";
import { makeFiles, planFiles } from "./make-assets.ts";
import { renderedFindings } from "./rendered-findings.ts";
import { verifyTheRest } from "./verify-the-rest.ts";

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
  readonly unfinished: Unfinished;
  /** Whether the site that stood was already what this build would have made. */
  readonly unchanged: boolean;
}

/** What becomes of the pages: they are put somewhere, kept in memory, or only looked at. */
export type PageFate = Pick<RenderJob, "sink" | "keepsHtml"> &
  Pick<BuildOptions, "onProgress"> & { readonly warmth?: Warmth };

/** A site whose pages are finished, and whose pictures are made when they are needed. */
export interface PlannedSite extends Omit<BuildResult, "files"> {
  /** Pages, fonts and texts. */
  readonly files: readonly OutputFile[];
  readonly planned: readonly PlannedFile[];
  /** Every file. Rejects as `makeFiles` does. */
  complete(options: Pick<BuildOptions, "signal" | "onProgress">): Promise<BuildResult>;
}

/** Content to finished pages. */
export const planSite = (config: Config, signal: AbortSignal | undefined, fate: PageFate): Promise<PlannedSite> =>
  withPartitions(config, signal, (job) => runOverPartitions(job, fate), fate.warmth);

/** The stages over content that is being loaded; `job.diagnostics` holds what is wrong with it. */
export async function runOverPartitions(job: LoadJob, { onProgress, warmth, ...fate }: PageFate): Promise<PlannedSite> {
  const { config, templates, sources, partitions, pictures, diagnostics } = job;
  const content = await loadContent(job);
  warmth?.onUnseen([...content.images.values()].filter(({ look }) => look));
  if (hasErrors(diagnostics)) diagnostics.push(...(await verifyTheRest(job, content)));
  stopOnErrors(diagnostics);
  const makeFonts = () => siteFonts(job, content);
  const fonts = await (warmth ? warmth.fonts(content.characters, makeFonts) : makeFonts());
  const { routes } = content;
  const site = { ...content.site, fonts: { css: fonts.css, urls: fonts.urls } };
  const eager = warmth && { outputs: warmth.wanted, take: takeWhatIsWhole(warmth) };
  const rendered = await partitions.render({ site, pages: content.pages, ...fate }, { eager, onProgress });
  diagnostics.push(...rendered.diagnostics, ...renderedFindings(job, content, rendered));
  stopOnErrors(diagnostics);
  const given = { source: sources.site, given: job.settings.given ?? {} };
  warmth?.onMade({ site, settings: given, pages: content.pages, characters: content.characters });

  // Settings are valid, or the build had stopped.
  const icons = templates.templates.icons({ settings: site.settings as never });
  const files = [
    ...fonts.files.map(({ path, bytes }) => toFile(path, bytes)),
    ...renderSiteFiles(templates, site, routes, icons),
  ];
  const downloads = site.lists.downloads ?? [];
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
  const isCheck = fate.sink === undefined && !fate.keepsHtml;
  const planned = isCheck ? [] : planFiles({ config, templates, content, rendered, icons, pictures });
  const pageFiles = rendered.pages.map(({ output, bytes, hash, content }) => ({
    path: output,
    bytes,
    hash,
    ...(content !== undefined && { content }),
  }));
  const bytesOf = new Map(rendered.pages.map(({ output, bytes }) => [output, bytes]));
  const finished = [...pageFiles, ...files];
  const about = {
    routes: routes.map(({ path, output }) => ({ path, file: output, bytes: bytesOf.get(output) ?? 0 })),
    warnings: sortDiagnostics(diagnostics),
    unfinished: content.unfinished,
    unchanged: false,
  };
  const complete = async (options: Pick<BuildOptions, "signal" | "onProgress">) => {
    const made = await makeFiles(planned, pictures, options);
    return { ...about, files: [...finished, ...made].sort((a, b) => compareText(a.path, b.path)) };
  };
  return { ...about, files: finished, planned, complete };
}

/** A page with a problem of its own waits for the rest. */
const takeWhatIsWhole =
  ({ onPage }: Warmth) =>
  (page: EntryPage): void => {
    if (page.facts.problems.length === 0) onPage({ output: page.output, hash: page.hash, content: page.content });
  };

const siteFonts = ({ config, templates }: LoadJob, { characters }: Content): Promise<SiteFonts> =>
  makeFonts({
    families: templates.templates.fonts,
    characters,
    templatesDir: config.templatesDir,
    cacheDir: join(config.programDir, ".eventsite/fonts"),
  });
