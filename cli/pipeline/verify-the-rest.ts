import { sharedSources } from "../content/site-index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { verifyPages } from "../verify/verify-pages.ts";
import type { Content, LoadJob } from "./load-content.ts";
import { renderedFindings } from "./rendered-findings.ts";

/**
 * Looks at the pages that can be rendered although something stops the build, so that all is told at once.
 * Links are left out: those that lead nowhere have been told, and those to pages with a mistake lead somewhere.
 */
export async function verifyTheRest(job: LoadJob, content: Content): Promise<Diagnostic[]> {
  const { settings, partitions, sources, templates, diagnostics } = job;
  // Of two pages at one address, links may mean either.
  const isClear = settings.values !== undefined && !diagnostics.some(({ code }) => code === "ROUTE_COLLISION");
  if (!isClear) return [];
  const rendered = await partitions.render({
    site: { ...content.site, fonts: { css: "", urls: [] } },
    pages: content.pages,
    sink: undefined,
    keepsHtml: false,
  });
  const found = verifyPages(
    rendered.pages,
    content,
    new Set(),
    sharedSources(sources, templates.templates.collections),
  );
  const isReported = ({ code, file }: Diagnostic) =>
    diagnostics.some((known) => known.code === code && known.file === file);
  const links = ["VERIFY_BROKEN_LINK", "ROUTE_UNLINKED"];
  const own = found.filter((problem) => !links.includes(problem.code) && !isReported(problem));
  return [...own, ...renderedFindings(job, content, rendered)];
}
