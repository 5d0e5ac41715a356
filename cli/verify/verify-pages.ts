import type { SourceRef } from "../content/list-sources.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RoutableEntry, Route } from "../routes/plan-routes.ts";
import { locateProblems } from "./locate-problems.ts";
import type { PageFacts } from "./verify-page.ts";
import { verifySite } from "./verify-site.ts";

/** A rendered page: its file and what was found in it. */
interface FinishedPage {
  readonly output: string;
  readonly facts: PageFacts;
}

interface PageEntry extends RoutableEntry {
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
  routes: readonly Route<PageEntry>[],
  addresses: ReadonlySet<string> | undefined,
  shared: readonly SourceRef[],
): Diagnostic[] {
  const factsOf = new Map(pages.map(({ output, facts }) => [output, facts]));
  const verifiable = routes.flatMap(({ path, output, listed, entry }) => {
    const facts = factsOf.get(output);
    const { title, description } = entry;
    return facts ? [{ entry, facts, path, links: facts.links, title, description, listed }] : [];
  });
  const problems = [
    ...verifiable.flatMap((page) => page.facts.problems.map((problem) => ({ page, ...problem }))),
    ...verifySite(verifiable, addresses).map((problem) => ({ ...problem, page: verifiable[problem.page] })),
  ].flatMap(({ page, ...problem }) => (page ? [{ ...problem, path: page.path, entry: page.entry }] : []));
  const own = new Set(problems.map(({ entry }) => entry.source));
  const located = problems.map(({ entry, ...problem }) => ({ ...problem, file: entry.file }));
  return problems.length === 0 ? [] : locateProblems(located, [...own, ...shared]);
}
