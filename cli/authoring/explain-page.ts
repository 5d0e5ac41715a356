// Explains which content the page of an address is made from. Each section is rendered alone, with a view of the site that records what is read.

import type { Listed, PageInput, SiteView } from "../../templates/kit/index.ts";
import { type CheckOptions, resolveConfig, shownPath } from "../config/resolve-config.ts";
import { validateEntry } from "../content/entries/validate-entry.ts";
import { parseSource } from "../content/sources/parse-source.ts";
import { readSource, type SourceFile } from "../content/sources/read-source.ts";
import { openDocument } from "../content/sources/source-document.ts";
import { asBuildFailure } from "../diagnostics/as-build-failure.ts";
import { BuildFailedError, EventsiteError, isProblem } from "../diagnostics/diagnostic.ts";
import { type LoadedSite, loadSite } from "../pipeline/load-site.ts";
import { NO_FONTS, type SiteData } from "../render/site-data.ts";
import { entryKey } from "../render/site-fingerprints.ts";
import { createSiteView } from "../render/site-view.ts";
import type { Route } from "../routes/addresses.ts";
import { basePathOf, insideBase } from "../routes/base-path.ts";
import { argumentHint } from "../text/suggest.ts";

/** Files are relative to the project root. */
export interface ExplainedPage {
  /** The address as links have it. */
  readonly path: string;
  /** The published file, relative to the output folder. */
  readonly file: string;
  readonly source: string;
  /** In the order of the page. */
  readonly sections: readonly ExplainedSection[];
  /** Files that the rest of the page uses: its head, header and footer, and text outside of sections. */
  readonly frame: readonly string[];
}

export interface ExplainedSection {
  readonly type: string;
  /** The line at which the section begins in the source of the page. */
  readonly line: number;
  /** The files that the section uses, without that of the page; pictures come last. */
  readonly draws: readonly string[];
}

/**
 * Explains what the page at `route` is made from. `route` may be a full address: its host, slashes at its ends, "index.html" and what
 * follows ? or # are ignored. "404" is the not-found page. Rejects with BuildFailedError: ROUTE_UNKNOWN, or all problems of the content.
 */
export async function explain(route: string, options: CheckOptions = {}): Promise<ExplainedPage> {
  return asBuildFailure(async () => {
    const config = resolveConfig(options);
    const site = await loadSite(config);
    const inside = insideBase(basePathOf(site.content.site.baseUrl), route.trim().replace(HOST, ""));
    return explainRoute(
      findRoute(inside ?? route, site.content.routes),
      site,
      shownPath(config.root, config.contentDir),
    );
  });
}

const bare = (path: string) => path.replace(/^\/+|\/+$/g, "").replace(/^404\.html$/, "404");

/** The origin of an address that was copied from a browser. Without a scheme, it must be a host name that cannot be a folder. */
const HOST = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*|localhost(?::\d+)?(?=[/?#]|$)|[\w-]+(?:\.[\w-]+)+(?::\d+)?(?=\/))/i;

/** "https://www.example.com/prices/?x=1#y" and "/prices/index.html" are the page "prices". */
const pageOf = (address: string) =>
  bare(
    address
      .trim()
      .replace(HOST, "")
      .replace(/[?#].*$/s, "")
      .replace(/(^|\/)index\.html$/i, ""),
  );

function findRoute(address: string, routes: readonly Route[]): Route {
  const page = pageOf(address);
  const route = routes.find(({ path }) => bare(path) === page);
  if (route) return route;
  const hint = argumentHint(
    `/${page}`,
    routes.map(({ path }) => `/${bare(path)}`),
    "its pages are",
  );
  throw new EventsiteError("ROUTE_UNKNOWN", `The site has no page "/${page}".`, { hint });
}

function explainRoute(route: Route, { templates, content }: LoadedSite, contentDir: string): ExplainedPage {
  const { collection, slug, source, output } = route;
  const { templates: set, toHtml } = templates;
  const job = content.pages.find((page) => page.output === output);
  const entry = content.entries.find((each) => each.collection === collection && each.slug === slug);
  const schema = set.collections.find(({ name }) => name === collection)?.schema;
  if (!job || !entry || !schema) throw new Error(`The route ${route.path} has no entry.`);
  const file = readSource(entry.source);
  if (isProblem(file)) throw new BuildFailedError([file]);
  const types = new Map(set.sections.map((section) => [section.type, section.schema]));
  const { data = {} } = validateEntry(parseSource(file), schema, types);

  const page: PageInput = { path: job.path, collection, slug, data };
  const fileOf = new Map(content.entries.map((each) => [`${each.collection}/${each.slug}`, each.file]));
  /** `part` chooses the pieces that are rendered. Pieces with a key are shared by pages. */
  const drawsOf = (input: PageInput, part: "all" | "main"): string[] => {
    const dependencies = new Set<string>();
    const { body } = set.renderPage(input, recordingView({ ...content.site, fonts: NO_FONTS }, dependencies));
    if (part === "main") dependencies.clear();
    for (const { element } of body.filter(({ key }) => part === "all" || key === undefined)) toHtml(element());
    const namesOf = (kind: string) =>
      [...dependencies].flatMap((key) => (key.startsWith(kind) ? key.slice(kind.length) : []));
    const files = namesOf("entry\0").map((name) => fileOf.get(name) ?? name);
    return [
      ...files.sort(),
      ...namesOf("picture\0")
        .sort()
        .map((src) => `${contentDir}/images/${src}`),
    ];
  };
  const sections = Array.isArray(data.sections) ? (data.sections as { readonly type: string }[]) : [];
  const without = { ...page, data: { ...data, ...(sections.length > 0 && { sections: [] }) } };
  // The breadcrumb is drawn above the first section, whichever that is.
  const trail = new Set(drawsOf(without, "main"));
  const lines = sectionLines(file, sections.length);
  return {
    path: route.path,
    file: output,
    source,
    sections: sections.map((section, index) => ({
      type: section.type,
      line: lines[index] ?? 1,
      draws: drawsOf({ ...page, data: { ...data, sections: [section] } }, "main").filter(
        (draw) => draw !== source && !trail.has(draw),
      ),
    })),
    frame: [`${contentDir}/site.yaml`, ...drawsOf(without, "all").filter((draw) => draw !== source)],
  };
}

/** Like the view of a build, but an entry of a list is recorded when its data is read: this is what a section uses, whatever its schema says. */
function recordingView(data: SiteData, keys: Set<string>): SiteView {
  const watch = (collection: string, { data, ...view }: Listed<unknown>): Listed<unknown> => ({
    ...view,
    get data() {
      keys.add(entryKey(collection, view.slug));
      return data;
    },
  });
  const lists = Object.entries(data.lists).map(([name, list]) => [name, list.map((entry) => watch(name, entry))]);
  const report = { variants() {}, card() {}, dependency: (key: string) => keys.add(key) };
  return createSiteView({ ...data, lists: Object.fromEntries(lists) }, report);
}

function sectionLines(file: SourceFile, count: number): number[] {
  const document = openDocument(file);
  return Array.from({ length: count }, (_, index) => document.place(["sections", index]).line);
}
