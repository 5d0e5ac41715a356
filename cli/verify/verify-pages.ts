// The finished pages of a site → their problems, each at the content or the template that causes it.

import type { SourceRef } from "../content/sources/list-sources.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RoutableEntry, Route } from "../routes/addresses.ts";
import { type FindSection, locateProblems, type PageProblem } from "./locate-problems.ts";
import type { PageScan } from "./verify-page.ts";
import { verifySite } from "./verify-site.ts";

/** A rendered page: its file and its scan. */
interface ScannedPage {
  readonly output: string;
  readonly scan: PageScan;
}

interface PageEntry extends RoutableEntry {
  readonly source: SourceRef;
  readonly title: string;
  readonly description: string;
}

interface VerifyJob {
  readonly pages: readonly ScannedPage[];
  readonly routes: readonly Route<PageEntry>[];
  /** All published files; undefined if not all pages could be rendered. */
  readonly addresses: ReadonlySet<string> | undefined;
  /** Outputs of pages that do not have all of their parts yet. */
  readonly incomplete?: ReadonlySet<string>;
  /** The sources of the frame and of lists. */
  readonly shared: readonly SourceRef[];
  readonly findSection: FindSection;
  /** The path that the site is below. */
  readonly base: string;
}

/** The problems of the finished pages, each at the line of the content that causes it. */
export async function verifyPages(job: VerifyJob): Promise<Diagnostic[]> {
  const { pages, routes, addresses, incomplete, shared, findSection, base } = job;
  const scanOf = new Map(pages.map(({ output, scan }) => [output, scan]));
  const verifiable = routes.flatMap(({ path, output, listed, entry }) => {
    const scan = scanOf.get(output);
    const { title, description, file, source } = entry;
    const isIncomplete = incomplete?.has(output);
    return scan ? [{ ...scan, path, output, listed, title, description, file, source, isIncomplete }] : [];
  });
  const pageSources = new Set<SourceRef>();
  const problems = [
    ...verifiable.flatMap((page, index) => page.problems.map((problem) => ({ ...problem, page: index }))),
    ...verifySite(verifiable, addresses, base),
  ].flatMap(({ page, ...problem }): PageProblem[] => {
    const { path = "", output = "", file = "", source } = verifiable[page] ?? {};
    if (source) pageSources.add(source);
    return [{ ...problem, path, output, file }];
  });
  return locateProblems(problems, [...shared, ...pageSources], findSection);
}
