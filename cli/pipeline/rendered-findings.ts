// Findings that need the rendered pages: pictures that are too small for where they are shown, and empty collections that pages show.

import { locateFindings } from "../assets/images/locate-findings.ts";
import { readSource } from "../content/read-sources.ts";
import { sharedSources } from "../content/site-index.ts";
import { openDocument } from "../content/yaml/source-document.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RenderJob } from "../entries/page-job.ts";
import type { MergedPages } from "../entries/partitions.ts";
import type { SiteData } from "../render/site-data.ts";
import { verifyPages } from "../verify/verify-pages.ts";
import type { Content, LoadJob } from "./load-content.ts";

/** Warnings, each at the line to change. */
export const renderedFindings = (
  job: LoadJob,
  content: Content,
  rendered: Pick<MergedPages, "variants" | "empty">,
): Diagnostic[] => [...smallPictures(job, content, rendered), ...emptyCollections(job, content, rendered)];

/** A picture is reported once, with the largest size that is needed. */
function smallPictures(
  { sources }: LoadJob,
  { images, namedIn }: Content,
  { variants }: Pick<MergedPages, "variants">,
): Diagnostic[] {
  const lacking = new Map<string, { readonly width: number; readonly height: number }>();
  for (const variant of variants) {
    const known = lacking.get(variant.src);
    if (variant.lacking && (known === undefined || variant.lacking.width > known.width))
      lacking.set(variant.src, variant.lacking);
  }
  const findings = [...lacking].flatMap(([src, least]) => {
    const facts = images.get(src)?.facts;
    if (!facts) return [];
    return {
      src,
      code: "CONTENT_IMAGE_TOO_SMALL" as const,
      severity: "warning" as const,
      message: `has ${facts.width} by ${facts.height} pixels, and a page shows it at least ${least.width} by ${least.height}: it will be blurred.`,
      hint: "take a larger picture: 1600 to 2000 pixels across is plenty",
    };
  });
  return locateFindings(findings, namedIn, [sources.site, ...sources.entries]);
}

function emptyCollections(
  { templates: { templates, jsonSchemaOf }, sources }: LoadJob,
  { routes, unfinished }: Content,
  { empty }: Pick<MergedPages, "empty">,
): Diagnostic[] {
  return empty.flatMap(({ collection, outputs }): Diagnostic[] => {
    const folder = `${sources.site.file.replace(/site\.yaml$/, "")}${collection}`;
    const drafts = unfinished.drafts.filter((draft) => draft.startsWith(`${folder}/`)).length;
    // Invalid entries will be there once they are fixed.
    if (sources.entries.filter((entry) => entry.collection === collection).length > drafts) return [];
    const shown = routes.filter(({ output }) => outputs.includes(output));
    const [first, ...others] = shown;
    const ref = sources.entries.find(({ file }) => file === first?.source);
    const file = ref && readSource(ref);
    if (!first || !file || "code" in file) return [];
    const document = openDocument(file);
    // A section that can name entries of the collection is the one that shows them.
    const mayName = `"collection":${JSON.stringify(collection)}`;
    const types = templates.sections
      .filter(({ schema }) => JSON.stringify(jsonSchemaOf(schema)).includes(mayName))
      .map(({ type }) => type);
    const list = (document.data as { sections?: readonly ({ type?: string } | null)[] } | undefined)?.sections ?? [];
    const index = list.findIndex((section) => types.includes(section?.type ?? ""));
    const place = index === -1 ? document.place(["sections"], "key") : document.place(["sections", index, "type"]);
    const more = others.length === 0 ? "" : ` So do ${others.length} more pages.`;
    const what = drafts > 0 ? "has only drafts in it" : "is empty";
    const message = `${first.path} shows the entries of ${folder}, which ${what}: there is nothing under its heading.${more}`;
    const hint = `add a file to ${folder}, or take the section out`;
    return [document.report("CONTENT_EMPTY_COLLECTION", place, message, hint, "warning")];
  });
}

/**
 * Checks the pages that can be rendered although something stops the build, so that everything is reported at once.
 * Links are left out: broken ones have been reported, and links to invalid entries will work once those are fixed.
 * With the fonts of the build before, and HTML as it kept it, a page that shows nothing of the invalid entries is not rendered again.
 */
export async function verifyWhatRenders(
  job: LoadJob,
  content: Content,
  { css, urls, wordmark }: SiteData["fonts"],
  { keepsHtml }: Pick<RenderJob, "keepsHtml">,
): Promise<Diagnostic[]> {
  const { settings, partitions, sources, templates, diagnostics } = job;
  // If two pages have one address, it is not known which one a link means.
  const isClear = settings.values !== undefined && !diagnostics.some(({ code }) => code === "ROUTE_COLLISION");
  if (!isClear) return [];
  const rendered = await partitions.render({
    site: { ...content.site, fonts: { css, urls, wordmark } },
    pages: content.pages,
    sink: undefined,
    keepsHtml,
  });
  const shared = sharedSources(sources, templates.templates.collections);
  const found = verifyPages(rendered.pages, content, undefined, shared);
  const isReported = ({ code, file }: Diagnostic) =>
    diagnostics.some((known) => known.code === code && known.file === file);
  return [...found.filter((problem) => !isReported(problem)), ...renderedFindings(job, content, rendered)];
}
