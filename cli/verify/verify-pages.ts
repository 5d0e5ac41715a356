import type { SourceRef } from "../content/list-sources.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Route } from "../routes/plan-routes.ts";
import { locateProblems } from "./locate-problems.ts";
import type { PageFacts } from "./verify-page.ts";
import { verifySite } from "./verify-site.ts";

/** A rendered page: its file and what was found in it. */
interface FinishedPage {
  readonly output: string;
  readonly facts: PageFacts;
}

/** The entry of a page. */
interface PageEntry {
  readonly collection: string;
  readonly slug: string;
  readonly file: string;
  readonly source: SourceRef;
  readonly title: string;
  readonly description: string;
}

/**
 * The problems of the finished pages, each at the content line it comes from. `addresses` are all published files, or undefined if not all
 * pages could be rendered; `shared` are the sources of frame and lists.
 */
export function verifyPages(
  pages: readonly FinishedPage[],
  { routes, entries }: { readonly routes: readonly Route[]; readonly entries: readonly PageEntry[] },
  addresses: ReadonlySet<string> | undefined,
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
            links: facts.links,
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
