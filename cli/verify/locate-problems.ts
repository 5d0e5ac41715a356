// Problems of finished pages → reports at the words of the content that cause them, or at the section whose template does.

import type { SourceRef } from "../content/sources/list-sources.ts";
import { documentAt } from "../content/sources/locate.ts";
import type { SourceDocument } from "../content/sources/source-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { HtmlProblem } from "./scan-html.ts";
import type { PageScan } from "./verify-page.ts";

/** The section of a page that has what `isIn` looks for, by its position; "frame" if the page has it without sections too. */
export type FindSection = (output: string, isIn: (facts: PageScan) => boolean) => Promise<number | "frame" | undefined>;

export interface PageProblem extends HtmlProblem {
  /** The page's address, its file, and its own content file. */
  readonly path: string;
  readonly output: string;
  readonly file: string;
}

type MergedProblem = PageProblem & { readonly pages: string[] };

/** `sources` are searched in order after the page's own file: site.yaml first, then the entries that pages use. */
export async function locateProblems(
  problems: readonly PageProblem[],
  sources: readonly SourceRef[],
  findSection: FindSection,
): Promise<Diagnostic[]> {
  const opened = new Map<string, SourceDocument | undefined>();
  const open = (ref: SourceRef): SourceDocument | undefined => {
    if (!opened.has(ref.file)) opened.set(ref.file, documentAt(ref));
    return opened.get(ref.file);
  };
  const diagnostics: Diagnostic[] = [];
  /** Of ids that no file has, by page: one part with many ids is on it twice. */
  const derivedIds = new Map<string, MergedProblem[]>();
  for (const problem of mergePages(problems)) {
    const [own] = sources.filter((ref) => ref.file === problem.file).map(open);
    const inWords = problem.isOfTemplate ? undefined : inContent(problem, own, sources, open);
    if (inWords) diagnostics.push(inWords);
    else if (problem.code === "VERIFY_DUPLICATE_ID")
      derivedIds.set(problem.output, [...(derivedIds.get(problem.output) ?? []), problem]);
    else diagnostics.push(await inTemplate(problem, own, findSection));
  }
  for (const [first, ...others] of derivedIds.values()) {
    const [own] = sources.filter((ref) => ref.file === first?.file).map(open);
    if (first) diagnostics.push(await inTemplate(derivedId(first, others.length), own, findSection));
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

/** At the words of a file, of the page's own first; a path is one of its own. */
function inContent(
  problem: MergedProblem,
  own: SourceDocument | undefined,
  sources: readonly SourceRef[],
  open: (ref: SourceRef) => SourceDocument | undefined,
): Diagnostic | undefined {
  const { needle, file } = problem;
  const message = onPages(problem);
  if (typeof needle !== "string") return own?.report(own.place(needle, pathPart(needle)), { ...problem, message });
  const others = sources.filter((ref) => ref.file !== file);
  for (const ref of [undefined, ...others]) {
    const document = ref ? open(ref) : own;
    const place = document?.find(needle);
    if (document && place) return document.report(place, { ...problem, message });
  }
  return undefined;
}

/** At the section whose template writes it, or at the sections of the page. */
async function inTemplate(
  problem: MergedProblem,
  document: SourceDocument | undefined,
  findSection: FindSection,
): Promise<Diagnostic> {
  const { code, severity = "error", hint, file, output } = problem;
  if (!document) return { code, severity, message: onPages(problem), file, hint };
  const section = await findSection(output, (facts) => hasProblem(facts, problem));
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

/** A problem in the frame is on every page, and is reported once. */
function mergePages(problems: readonly PageProblem[]): MergedProblem[] {
  const merged = new Map<string, MergedProblem>();
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
