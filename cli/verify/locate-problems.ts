// Problems of finished pages → diagnostics at the words of the content that cause them, or at the section whose template does.

import type { SourceRef } from "../content/sources/list-sources.ts";
import { documentAt } from "../content/sources/locate.ts";
import type { SourceDocument } from "../content/sources/source-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { HtmlProblem } from "./scan-html.ts";
import type { PageScan } from "./verify-page.ts";

/** The position of the section of a page for which `isIn` is true; "frame" if it is also true for the page without sections. */
export type FindSection = (output: string, isIn: (scan: PageScan) => boolean) => Promise<number | "frame" | undefined>;

export interface PageProblem extends HtmlProblem {
  /** The page's address, its file, and its content file. */
  readonly path: string;
  readonly output: string;
  readonly file: string;
}

type MergedProblem = PageProblem & { readonly pages: string[] };

/** `sources` are searched in order, after the page's own file: site.yaml first, then the entries that pages use. */
export async function locateProblems(
  problems: readonly PageProblem[],
  sources: readonly SourceRef[],
  findSection: FindSection,
): Promise<Diagnostic[]> {
  const documents = new Map<string, SourceDocument | undefined>();
  const open = (ref: SourceRef): SourceDocument | undefined => {
    if (!documents.has(ref.file)) documents.set(ref.file, documentAt(ref));
    return documents.get(ref.file);
  };
  const refs = new Map(sources.map((ref) => [ref.file, ref]));
  const openPage = ({ file, needle }: MergedProblem): SourceDocument | undefined => {
    const ref = refs.get(file);
    // Not kept where only its own page is looked at: ten thousand pages that nothing links to would fill the memory.
    return ref && (typeof needle === "string" ? open(ref) : (documents.get(file) ?? documentAt(ref)));
  };
  const diagnostics: Diagnostic[] = [];
  /** Problems with ids that no file has, by page: one part with many ids is there twice. */
  const derivedIds = new Map<string, MergedProblem[]>();
  for (const problem of mergePages(problems)) {
    const pageDocument = openPage(problem);
    const inWords = problem.isOfTemplate ? undefined : inContent(problem, pageDocument, sources, open);
    if (inWords) diagnostics.push(inWords);
    else if (problem.code === "VERIFY_DUPLICATE_ID")
      derivedIds.set(problem.output, [...(derivedIds.get(problem.output) ?? []), problem]);
    else diagnostics.push(await inTemplate(problem, pageDocument, findSection));
  }
  for (const [first, ...others] of derivedIds.values()) {
    if (first) diagnostics.push(await inTemplate(derivedId(first, others.length), openPage(first), findSection));
  }
  return diagnostics;
}

const derivedId = (first: MergedProblem, others: number): MergedProblem => ({
  ...first,
  message: `${first.message.replace(/\.$/, "")}${others === 0 ? "" : `, and so are ${others} more`}: a part of it is there twice.`,
  hint: "a form, for one, can be on a page once: take one of the two out",
});

const onPages = ({ message, pages }: MergedProblem, part = ""): string => {
  const where = pages.length === 1 ? `on ${pages[0]}` : `on ${pages.length} pages, ${pages[0]} first`;
  return `${message.replace(/\.$/, "")} (${where}${part}).`;
};

/** Reports at the words in a file, the page's own first. A `needle` that is a path is one in the page's own file. */
function inContent(
  problem: MergedProblem,
  pageDocument: SourceDocument | undefined,
  sources: readonly SourceRef[],
  open: (ref: SourceRef) => SourceDocument | undefined,
): Diagnostic | undefined {
  const { needle, file } = problem;
  const message = onPages(problem);
  if (typeof needle !== "string")
    return pageDocument?.report(pageDocument.place(needle, pathPart(needle)), { ...problem, message });
  const others = sources.filter((ref) => ref.file !== file);
  for (const ref of [undefined, ...others]) {
    const document = ref ? open(ref) : pageDocument;
    const place = document?.find(needle);
    if (document && place) return document.report(place, { ...problem, message });
  }
  return undefined;
}

/** Reports at the section whose template causes the problem, or at the sections of the page. */
async function inTemplate(
  problem: MergedProblem,
  document: SourceDocument | undefined,
  findSection: FindSection,
): Promise<Diagnostic> {
  const { code, severity = "error", hint, file, output } = problem;
  if (!document) return { code, severity, message: onPages(problem), file, hint };
  const section = await findSection(output, (scan) => hasProblem(scan, problem));
  if (typeof section !== "number") {
    const fault = `a template writes it${section === "frame" ? " around the sections" : ""}: it is not in the content`;
    const place = document.place(["sections"], "key");
    return document.report(place, { ...problem, message: onPages(problem), hint: hint ?? fault });
  }
  const { type } = (document.data as { sections: readonly { readonly type: string }[] }).sections[section] ?? {};
  const fault = `the template of "${type}" writes it: it is not in the content`;
  const message = onPages(problem, `, in the section "${type}"`);
  return document.report(document.place(["sections", section, "type"]), { ...problem, message, hint: hint ?? fault });
}

const hasProblem = ({ links, problems }: PageScan, { target, code, message }: PageProblem): boolean =>
  target === undefined
    ? problems.some((each) => each.code === code && each.message === message)
    : links.some(({ targets }) => targets.includes(target));

/** A problem in the frame, which is on every page, is reported once. */
function mergePages(problems: readonly PageProblem[]): MergedProblem[] {
  const merged = new Map<string, MergedProblem>();
  for (const problem of problems) {
    const file = problem.code === "ROUTE_UNLINKED" ? problem.file : "";
    const key = `${problem.code}\0${problem.message}\0${file}`;
    const earlier = merged.get(key);
    if (earlier) earlier.pages.push(problem.path);
    else merged.set(key, { ...problem, pages: [problem.path] });
  }
  return [...merged.values()];
}

/** A list of sections is marked at its key, a text at its value. */
const pathPart = ([first]: readonly string[]) => (first === "sections" ? "key" : "value");
