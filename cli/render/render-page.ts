// A page's data → its HTML and what was found in it. Pieces that pages share are rendered and scanned once for each key.

import type { BodyPart, HeadTag, PageInput, SiteView } from "../../templates/kit/index.ts";
import type { CompiledStyles, LoadedTemplates } from "../bundle/templates.ts";
import { GENERATOR, GENERATOR_TAG } from "../emit/own-files.ts";
import { pagePolicy } from "../hosting/content-policy.ts";
import { basePathOf, cssBelowBase } from "../routes/base-path.ts";
import { escapeHtml } from "../text/html-text.ts";
import type { PicturePreload } from "../verify/picture-preloads.ts";
import { type HtmlScan, scanHtml } from "../verify/scan-html.ts";
import { createTextCache, isInternal, type PageLinks } from "../verify/shared-texts.ts";
import { type PageScan, verifyPage } from "../verify/verify-page.ts";
import { getOrMake } from "../work/get-or-make.ts";
import type { DependencyRecord, SiteRequests } from "./dependency-record.ts";
import { headHtml } from "./head-html.ts";
import type { SiteData } from "./site-data.ts";

interface HtmlPart {
  /** The text of one page, or the bytes of a text that several have. */
  readonly html: string | Buffer;
  readonly facts: HtmlScan;
  readonly links: readonly PageLinks[];
}

/** A piece of HTML that several pages have. */
interface SharedPiece extends HtmlPart {
  readonly requests: SiteRequests;
}

const NOINDEX = headHtml([{ tag: "meta", attributes: { name: "robots", content: "noindex" } }]);

interface PageTemplates extends Pick<LoadedTemplates, "templates" | "toHtml" | "css"> {
  readonly client: Pick<LoadedTemplates["client"], "loader" | "islands">;
}

/** Caches shared pieces as long as it lives: until something changes that all pages may show. */
export function createPageRenderer(
  { templates, toHtml, css, client }: PageTemplates,
  site: SiteView,
  { baseUrl, relayUrl, fonts, isPreview }: Pick<SiteData, "baseUrl" | "relayUrl" | "fonts" | "isPreview">,
  record: DependencyRecord,
) {
  const base = basePathOf(baseUrl);
  const loader = base + client.loader;
  const shared = new Map<string, SharedPiece>();
  const texts = createTextCache();
  const links = new Map<string, PageLinks>();
  const opening = templates.sections.flatMap(({ type, hasMainHeading }) => (hasMainHeading ? [type] : []));
  const pageScripts = templates.pageScripts?.(site) ?? [];
  const scripts = pageScripts.map(({ path }) => base + path);
  const everywhere = pageScripts
    .map(({ path, isFirst }) => `<script${isFirst ? "" : " async"} src="${escapeHtml(base + path)}"></script>`)
    .join("");
  /** The same object for the same targets and ids: most pages have the heads and the ids of others. */
  const linksOnce = (targets: readonly string[], ids: readonly string[]): PageLinks =>
    getOrMake(links, JSON.stringify([targets, ids]), () => ({ targets, ids }));
  const piece = (html: string) => {
    const facts = scanHtml(html, texts);
    assertIslands(facts.islands, client.islands);
    const { targets, ids, files } = facts;
    return { html, facts, links: [{ targets, ids: [] }, linksOnce([], ids), ...files] };
  };
  const renderPiece = ({ key, element }: BodyPart): HtmlPart => {
    if (key === undefined) return piece(toHtml(element()));
    const cached = shared.get(key);
    if (cached) {
      record.replay(cached.requests);
      return cached;
    }
    const { result: html, requests } = record.during(() => toHtml(element()));
    const rendered = { ...piece(html), html: Buffer.from(html), requests };
    shared.set(key, rendered);
    return rendered;
  };
  return (page: PageInput) => {
    // A view of its own: what templates keep by it is of this page, and so is what they read for that.
    const { lang, head, body } = templates.renderPage(page, { ...site });
    const pieces = body.map(renderPiece);
    const grounds = pieces.flatMap(({ facts }) => facts.grounds);
    const sheets = fonts.css + pageStyle(css, inOrder(templates.sectionTypes(page)));
    const style = cssBelowBase(base, sheets) + groundRules(inOrder(grounds));
    const hasIslands = pieces.some(({ facts }) => facts.islands.length > 0);
    const hasScript = hasIslands || scripts.length > 0 || pieces.some(({ facts }) => facts.hasScript);
    const script = hasIslands ? `<script type="module" src="${loader}"></script>` : "";
    const preloads = pieces.flatMap(({ facts }) => facts.preloads);
    // The policy applies to what follows it; only the charset may come first.
    const tags =
      headHtml(head.slice(0, 1)) +
      policyTag(pagePolicy({ style, hasScript, relayUrl })) +
      headHtml(head.slice(1).filter((tag) => !isGenerator(tag))) +
      GENERATOR_TAG +
      (isPreview ? NOINDEX : "") +
      headHtml(preloads.map(preloadTag));
    const parts = [
      `<!DOCTYPE html><html lang="${escapeHtml(lang)}"><head>${tags}${script}${everywhere}<style>`,
      style,
      "</style></head><body>",
      ...pieces.map(({ html }) => html),
      "</body></html>\n",
    ];
    const hrefs = [...hrefsOf(head), ...preloads.flatMap(({ href }) => href ?? [])];
    // The links of the head are known, so its HTML is not scanned for them.
    const ofHead = linksOnce([...hrefs, ...(hasIslands ? [loader] : []), ...scripts].filter(isInternal), []);
    const found = pieces.map(({ facts }) => facts);
    const all = new Set([ofHead, ...pieces.flatMap((piece) => piece.links)]);
    const facts: PageScan = { links: [...all], problems: verifyPage(found, opening) };
    return { parts, facts };
  };
}

/** The build's own mark is written once, whether a template writes it or not. */
const isGenerator = (tag: HeadTag): boolean =>
  tag.tag === "meta" && tag.attributes.name === GENERATOR.name && tag.attributes.content === GENERATOR.content;

const hrefsOf = (tags: readonly HeadTag[]): string[] =>
  tags.flatMap((tag) => ("attributes" in tag ? (tag.attributes.href ?? []) : []));

/** An island whose code browsers cannot find is an error in its template. */
function assertIslands(used: readonly string[], declared: readonly string[]): void {
  const stray = used.find((name) => !declared.includes(name));
  if (stray === undefined) return;
  throw new Error(`There is no island "${stray}": an island has the name of the folder of its island.tsx.`);
}

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
