// The data of a page → its HTML, and the scan of it.

import type { HeadTag, PageInput, PageScript, SiteView } from "../../templates/kit/index.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { GENERATOR, GENERATOR_TAG } from "../emit/own-files.ts";
import { basePathOf } from "../routes/base-path.ts";
import { escapeHtml } from "../text/html-text.ts";
import type { PicturePreload } from "../verify/picture-preloads.ts";
import { isInternal } from "../verify/shared-texts.ts";
import { type PageScan, verifyPage } from "../verify/verify-page.ts";
import type { DependencyRecord } from "./dependency-record.ts";
import { headHtml } from "./head-html.ts";
import { createHtmlParts } from "./html-parts.ts";
import { createPageStyles } from "./page-style.ts";
import type { SiteData } from "./site-data.ts";

const NOINDEX = headHtml([{ tag: "meta", attributes: { name: "robots", content: "noindex" } }]);

interface PageTemplates extends Pick<LoadedTemplates, "templates" | "toHtml" | "css"> {
  readonly client: Pick<LoadedTemplates["client"], "loader" | "islands">;
}

/** Caches parts that pages share: create a new one when something changes that all pages may show. */
export function createPageRenderer(
  { templates, toHtml, css, client }: PageTemplates,
  site: SiteView,
  { baseUrl, relayUrl, fonts, isPreview }: Pick<SiteData, "baseUrl" | "relayUrl" | "fonts" | "isPreview">,
  record: DependencyRecord,
) {
  const base = basePathOf(baseUrl);
  const loader = base + client.loader;
  const htmlParts = createHtmlParts(toHtml, client.islands, record);
  const opening = templates.sections.flatMap(({ type, hasMainHeading }) => (hasMainHeading ? [type] : []));
  const styleOf = createPageStyles({ base, fontCss: fonts.css, styles: css, relayUrl });
  const scripts = scriptsOfAll(templates.pageScripts?.(site) ?? [], base);
  return (page: PageInput) => {
    // Each page has a view of its own, so that what templates cache by the view is of this page, with its dependencies.
    const { lang, head, body } = templates.renderPage(page, { ...site });
    const rendered = body.map(htmlParts.render);
    const scans = rendered.map(({ scan }) => scan);
    const grounds = scans.flatMap((scan) => scan.grounds);
    const style = styleOf(templates.sectionTypes(page), grounds);
    const hasIslands = scans.some(({ islands }) => islands.length > 0);
    const hasScript = hasIslands || scripts.paths.length > 0 || scans.some(({ hasScript }) => hasScript);
    const script = hasIslands ? `<script type="module" src="${loader}"></script>` : "";
    const preloads = scans.flatMap(({ preloads }) => preloads);
    const tags = headTags(head, style.policy(hasScript), isPreview, preloads);
    const parts = [
      `<!DOCTYPE html><html lang="${escapeHtml(lang)}"><head>${tags}${script}${scripts.html}<style>`,
      style.css,
      "</style></head><body>",
      ...rendered.map(({ html }) => html),
      "</body></html>\n",
    ];
    // The HTML of the head is not scanned: its links are known.
    const hrefs = [...hrefsOf(head), ...preloads.flatMap(({ href }) => href ?? [])];
    const files = [...(hasIslands ? [loader] : []), ...scripts.paths];
    const ofHead = htmlParts.linksOnce([...hrefs, ...files].filter(isInternal), []);
    const links = new Set([ofHead, ...rendered.flatMap((part) => part.links)]);
    const scan: PageScan = { links: [...links], problems: verifyPage(scans, opening) };
    return { parts, facts: scan };
  };
}

/** Scripts that every page has. */
function scriptsOfAll(scripts: readonly PageScript[], base: string) {
  return {
    paths: scripts.map(({ path }) => base + path),
    html: scripts
      .map(({ path, isFirst }) => `<script${isFirst ? "" : " async"} src="${escapeHtml(base + path)}"></script>`)
      .join(""),
  };
}

/** The policy applies to what follows it, so that only the charset may come before it. */
const headTags = (
  head: readonly HeadTag[],
  policy: string,
  isPreview: boolean | undefined,
  preloads: readonly PicturePreload[],
): string =>
  headHtml(head.slice(0, 1)) +
  policyTag(policy) +
  headHtml(head.slice(1).filter((tag) => !isGenerator(tag))) +
  GENERATOR_TAG +
  (isPreview ? NOINDEX : "") +
  headHtml(preloads.map(preloadTag));

/** The mark of the build, which is written once, even if a template has it too. */
const isGenerator = (tag: HeadTag): boolean =>
  tag.tag === "meta" && tag.attributes.name === GENERATOR.name && tag.attributes.content === GENERATOR.content;

const hrefsOf = (tags: readonly HeadTag[]): string[] =>
  tags.flatMap((tag) => ("attributes" in tag ? (tag.attributes.href ?? []) : []));

const policyTag = (content: string): string =>
  headHtml([{ tag: "meta", attributes: { "http-equiv": "Content-Security-Policy", content } }]);

/** React would write such a link only for a plain image, and for a format that few browsers choose. */
function preloadTag({ media, type, srcset, sizes, href }: PicturePreload): HeadTag {
  const values = { href, media, type, imagesrcset: srcset, imagesizes: sizes };
  const attributes = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    tag: "link",
    attributes: { rel: "preload", as: "image", ...Object.fromEntries(attributes), fetchpriority: "high" },
  };
}
