// A page's data → its HTML and what was found in it.

import type { HeadTag, PageInput, SiteView } from "../../templates/kit/index.ts";
import type { CompiledStyles, LoadedTemplates } from "../bundle/templates.ts";
import { GENERATOR, GENERATOR_TAG } from "../emit/own-files.ts";
import { pagePolicy } from "../hosting/content-policy.ts";
import { basePathOf, cssBelowBase } from "../routes/base-path.ts";
import { escapeHtml } from "../text/html-text.ts";
import type { PicturePreload } from "../verify/picture-preloads.ts";
import { isInternal } from "../verify/shared-texts.ts";
import { type PageScan, verifyPage } from "../verify/verify-page.ts";
import type { DependencyRecord } from "./dependency-record.ts";
import { headHtml } from "./head-html.ts";
import { createHtmlParts } from "./html-parts.ts";
import type { SiteData } from "./site-data.ts";

const NOINDEX = headHtml([{ tag: "meta", attributes: { name: "robots", content: "noindex" } }]);

interface PageTemplates extends Pick<LoadedTemplates, "templates" | "toHtml" | "css"> {
  readonly client: Pick<LoadedTemplates["client"], "loader" | "islands">;
}

type PageScript = ReturnType<NonNullable<PageTemplates["templates"]["pageScripts"]>>[number];

/** Caches parts that pages share as long as it lives: until something changes that all pages may show. */
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
  const scripts = scriptsOfAll(templates.pageScripts?.(site) ?? [], base);
  return (page: PageInput) => {
    // A view of its own: what templates keep by it is of this page, and so is what they read for that.
    const { lang, head, body } = templates.renderPage(page, { ...site });
    const rendered = body.map(htmlParts.render);
    const found = rendered.map(({ facts }) => facts);
    const sheets = fonts.css + pageStyle(css, inOrder(templates.sectionTypes(page)));
    const style = cssBelowBase(base, sheets) + groundRules(inOrder(found.flatMap(({ grounds }) => grounds)));
    const hasIslands = found.some(({ islands }) => islands.length > 0);
    const hasScript = hasIslands || scripts.paths.length > 0 || found.some(({ hasScript }) => hasScript);
    const script = hasIslands ? `<script type="module" src="${loader}"></script>` : "";
    const preloads = found.flatMap(({ preloads }) => preloads);
    const tags = headTags(head, pagePolicy({ style, hasScript, relayUrl }), isPreview, preloads);
    const parts = [
      `<!DOCTYPE html><html lang="${escapeHtml(lang)}"><head>${tags}${script}${scripts.html}<style>`,
      style,
      "</style></head><body>",
      ...rendered.map(({ html }) => html),
      "</body></html>\n",
    ];
    // The links of the head are known, so its HTML is not scanned for them.
    const hrefs = [...hrefsOf(head), ...preloads.flatMap(({ href }) => href ?? [])];
    const files = [...(hasIslands ? [loader] : []), ...scripts.paths];
    const ofHead = htmlParts.linksOnce([...hrefs, ...files].filter(isInternal), []);
    const links = new Set([ofHead, ...rendered.flatMap((part) => part.links)]);
    const facts: PageScan = { links: [...links], problems: verifyPage(found, opening) };
    return { parts, facts };
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

/** The policy applies to what follows it; only the charset may come first. */
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

/** The build's own mark is written once, whether a template writes it or not. */
const isGenerator = (tag: HeadTag): boolean =>
  tag.tag === "meta" && tag.attributes.name === GENERATOR.name && tag.attributes.content === GENERATOR.content;

const hrefsOf = (tags: readonly HeadTag[]): string[] =>
  tags.flatMap((tag) => ("attributes" in tag ? (tag.attributes.href ?? []) : []));

const policyTag = (content: string): string =>
  headHtml([{ tag: "meta", attributes: { "http-equiv": "Content-Security-Policy", content } }]);

/** A rule for each colour of this page. A class and no style attribute: the content security policy blocks those. */
const groundRules = (colours: readonly string[]): string =>
  colours.map((colour) => `.ground-${colour}{background-color:#${colour}}`).join("");

/** Each once, in an order that does not depend on the page. */
const inOrder = (names: readonly string[]): string[] => [...new Set(names)].sort();

/** React writes such a link only for a plain image, and for the format that few browsers choose. */
function preloadTag({ media, type, srcset, sizes, href }: PicturePreload): HeadTag {
  const given = { href, media, type, imagesrcset: srcset, imagesizes: sizes };
  const attributes = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    tag: "link",
    attributes: { rel: "preload", as: "image", ...Object.fromEntries(attributes), fetchpriority: "high" },
  };
}

/** The CSS of the sections on the page and nothing else. The order of types is fixed, so equal sets give equal bytes. */
const pageStyle = ({ base, byType }: CompiledStyles, types: readonly string[]): string =>
  base + types.map((type) => byType[type] ?? "").join("");
