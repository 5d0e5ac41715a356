// `moved` and `gone` of site.yaml and `formerly` of entries → the redirects of the site, with each problem at its line.

import type { PublishedEntry } from "../content/entries/entry-row.ts";
import { routeHint } from "../content/references/link-hints.ts";
import { type LinkTargets, windowOfTarget } from "../content/references/link-targets.ts";
import type { FinalSettings } from "../content/settings/read-settings.ts";
import type { SourceRef } from "../content/sources/list-sources.ts";
import { reportAt } from "../content/sources/locate.ts";
import type { Path } from "../content/sources/source-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Route } from "./addresses.ts";
import { type MovedAddress, planRedirects, type RedirectProblem, redirectsOverFiles } from "./plan-redirects.ts";

/** The place of a redirect in the content. */
export interface RedirectSource {
  readonly ref: SourceRef;
  readonly path: Path;
}

export type SiteRedirect = MovedAddress<RedirectSource>;

interface RedirectInput {
  readonly site: SourceRef;
  readonly settings: Pick<FinalSettings, "moved" | "gone" | "links">;
  readonly entries: readonly Pick<PublishedEntry, "formerly" | "path" | "source">[];
  readonly routes: readonly Route[];
  readonly index: LinkTargets;
}

export function siteRedirects({ site, settings, entries, routes, index }: RedirectInput) {
  const moved = settings.moved.map((each, position) => ({ ...each, source: { ref: site, path: ["moved", position] } }));
  const formerly = entries.flatMap(({ formerly, path, source }) =>
    path === undefined
      ? []
      : (formerly ?? []).map((from, position) => ({
          from,
          to: path,
          source: { ref: source, path: ["formerly", position] },
        })),
  );
  const gone = settings.gone.map((address, position) => ({
    address,
    source: { ref: site, path: ["gone", position] },
  }));
  const { links } = settings;
  const has = (path: string) => index.paths.has(path) && windowOfTarget(index, path)?.isPublic !== false;
  const all = [...formerly, ...moved];
  const { problems, ...plan } = planRedirects<RedirectSource>({ moved: all, gone, routes, links, has });
  return { ...plan, diagnostics: problems.map((problem) => locate(problem, index)) };
}

interface OldAddresses {
  readonly redirects: readonly SiteRedirect[];
  readonly goneSources: ReadonlyMap<string, RedirectSource>;
  readonly index: LinkTargets;
}

/** Reports old addresses at which the finished site has a file. `files` are the paths of all its files but redirects. */
export function redirectsOverSite(
  { redirects, goneSources, index }: OldAddresses,
  files: readonly string[],
): Diagnostic[] {
  const moved = redirects.map(({ from, source }) => ({ address: from, source }));
  const gone = [...goneSources].map(([address, source]) => ({ address, source }));
  return redirectsOverFiles([...moved, ...gone], files).map((problem) => locate(problem, index));
}

function locate(
  { code, source, part, message, hint, unknown }: RedirectProblem<RedirectSource>,
  { paths }: LinkTargets,
): Diagnostic {
  const advice = unknown === undefined ? hint : routeHint(unknown, paths);
  const { ref, path } = source;
  const problem: Diagnostic = { code, severity: "error", message, file: ref.file, hint: advice };
  return reportAt(ref, path[0] === "moved" ? [...path, part] : path, problem);
}
