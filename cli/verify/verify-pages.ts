import type { SourceRef } from "../content/list-sources.ts";
import { documentAt } from "../content/parse-source.ts";
import type { SourceDocument } from "../content/yaml/source-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RoutableEntry, Route } from "../routes/plan-routes.ts";
import type { HtmlProblem } from "./scan-html.ts";
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
    const { title, description, file, source } = entry;
    return facts ? [{ ...facts, path, listed, title, description, file, source }] : [];
  });
  const own = new Set<SourceRef>();
  const problems = [
    ...verifiable.flatMap((page, index) => page.problems.map((problem) => ({ ...problem, page: index }))),
    ...verifySite(verifiable, addresses),
  ].flatMap(({ page, ...problem }): PageProblem[] => {
    const { path = "", file = "", source } = verifiable[page] ?? {};
    if (source) own.add(source);
    return [{ ...problem, path, file }];
  });
  return locateProblems(problems, [...own, ...shared]);
}

export interface PageProblem extends HtmlProblem {
  /** The page's address and its own content file. */
  readonly path: string;
  readonly file: string;
}

/** `sources` are searched in order after the page's own file: site.yaml first, then the entries that pages use. */
export function locateProblems(problems: readonly PageProblem[], sources: readonly SourceRef[]): Diagnostic[] {
  const opened = new Map<string, SourceDocument | undefined>();
  const open = (ref: SourceRef): SourceDocument | undefined => {
    if (!opened.has(ref.file)) opened.set(ref.file, documentAt(ref));
    return opened.get(ref.file);
  };
  return mergePages(problems).map(({ pages, ...problem }) => {
    const { code, message, needle, hint, severity = "error", file } = problem;
    const where = pages.length === 1 ? `on ${pages[0]}` : `on ${pages.length} pages, ${pages[0]} first`;
    const reported = `${message.replace(/\.$/, "")} (${where}).`;
    const [own, others] = [sources.filter((ref) => ref.file === file), sources.filter((ref) => ref.file !== file)];
    for (const ref of typeof needle === "string" ? [...own, ...others] : []) {
      const document = open(ref);
      const place = document?.find(String(needle));
      if (document && place) return document.report(place, { ...problem, message: reported });
    }
    const [ref] = own;
    const document = ref && open(ref);
    if (!document) return { code, severity, message: reported, file, hint };
    if (typeof needle !== "string")
      return document.report(document.place(needle, pathPart(needle)), { ...problem, message: reported });
    const fault = "a template writes it: it is not in the content";
    return document.report(document.place(["sections"], "key"), { ...problem, message: reported, hint: hint ?? fault });
  });
}

/** A problem in the frame is on every page, and is reported once. */
function mergePages(problems: readonly PageProblem[]): (PageProblem & { pages: string[] })[] {
  const merged = new Map<string, PageProblem & { pages: string[] }>();
  for (const problem of problems) {
    const own = problem.code === "ROUTE_UNLINKED" ? problem.file : "";
    const key = `${problem.code}\0${problem.message}\0${own}`;
    const known = merged.get(key);
    if (known) known.pages.push(problem.path);
    else merged.set(key, { ...problem, pages: [problem.path] });
  }
  return [...merged.values()];
}

/** A list of sections is reported at its key, a text at its value. */
const pathPart = ([first]: readonly string[]) => (first === "sections" ? "key" : "value");
