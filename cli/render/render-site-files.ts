import type { HeadTag, IconFile, SiteView, TemplateSet } from "../../templates/kit/index.ts";
import type { LoadedTemplates } from "../bundle/templates.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import { GENERATOR } from "../emit/own-files.ts";
import {
  encodeTarget,
  type MovedAddresses,
  REDIRECTS_FILE,
  redirectOutput,
  redirectsFile,
} from "../emit/redirect-files.ts";
import { basePathOf } from "../routes/base-path.ts";
import { type Route, sitemap } from "../routes/plan-routes.ts";
import { policyText } from "./content-policy.ts";
import { escapeHtml, headHtml } from "./head-html.ts";
import { headersFile, hostHeaders } from "./host-headers.ts";
import type { SiteData } from "./site-data.ts";
import { createSiteView } from "./site-view.ts";

/** Where the relay finds what it has to know of the site. */
const RELAY_DOCUMENT_FILE = "forms.json";

/**
 * A rule for each old address, and a page for hosts that read no rules; nothing where there are none. `titles` are those of pages, by
 * address.
 */
export function renderRedirects(
  { titles, ...moved }: MovedAddresses & { readonly titles: ReadonlyMap<string, string> },
  { baseUrl, settings }: Pick<SiteData, "baseUrl" | "settings">,
): OutputFile[] {
  const language = typeof settings.language === "string" ? settings.language : undefined;
  const pages = moved.redirects.flatMap((redirect) => {
    const output = redirectOutput(redirect);
    if (output === undefined) return [];
    const url = redirect.to.startsWith("/") ? baseUrl + encodeTarget(redirect.to) : redirect.to;
    const title = titles.get(redirect.to.replace(/[?#].*$/s, "")) ?? url;
    return [toFile(output, Buffer.from(redirectPage(url, title, language)))];
  });
  const rules = redirectsFile(moved, basePathOf(baseUrl));
  return rules === "" ? [] : [...pages, toFile(REDIRECTS_FILE, Buffer.from(rules))];
}

export const ROBOTS_FILE = "robots.txt";

/** The one of a preview. */
const closed = { path: `/${ROBOTS_FILE}`, text: "User-agent: *\nDisallow: /\n" };

/** What templates write beside the pages: their own files, scripts, the document for the relay. */
export function renderOwnFiles({ templates }: Pick<LoadedTemplates, "templates">, site: SiteData): OutputFile[] {
  const view = createSiteView(site);
  const own = [...templates.siteFiles(view), ...(templates.pageScripts?.(view) ?? [])];
  return [
    ...own
      .filter(({ path }) => !site.isPreview || path !== closed.path)
      .concat(site.isPreview ? closed : [])
      .map(({ path, text }) => toFile(path.slice(1), Buffer.from(text))),
    ...relayDocument(view, templates),
  ];
}

/** Pages name the hash of its forms, so that the relay knows which forms they were built with. */
function relayDocument(view: SiteView, templates: TemplateSet): OutputFile[] {
  const document = templates.relayDocument?.(view);
  if (document === undefined) return [];
  const { forms } = document;
  const hash = forms === undefined ? {} : { hash: view.digest(forms) };
  const text = `${JSON.stringify({ version: 1, ...hash, ...document }, null, 2)}\n`;
  return [toFile(RELAY_DOCUMENT_FILE, Buffer.from(text))];
}

/** The other files beside the pages: scripts, the sitemap, headers for the host. */
export function renderSiteFiles(
  { client }: Pick<LoadedTemplates, "client">,
  { baseUrl, relayUrl }: Pick<SiteData, "baseUrl" | "relayUrl">,
  routes: readonly Route[],
  icons: readonly IconFile[],
): OutputFile[] {
  const drawings = icons.filter(({ format }) => format === "svg").map(({ path }) => path);
  return [
    ...client.files.map(({ path, text }) => toFile(path, Buffer.from(text))),
    toFile("sitemap.xml", Buffer.from(sitemap(routes, baseUrl))),
    toFile("_headers", Buffer.from(headersFile(hostHeaders(relayUrl, drawings), basePathOf(baseUrl)))),
  ];
}

/**
 * The page at an old address, for hosts that cannot redirect: search engines and browsers follow it without script. `url` is absolute;
 * `title`, that of the page there, are its only words, in that page's language.
 */
function redirectPage(url: string, title: string, language: string | undefined): string {
  const policy = policyText({ "default-src": ["'none'"], "base-uri": ["'none'"], "form-action": ["'none'"] });
  const tags: HeadTag[] = [
    { tag: "meta", attributes: { charset: "utf-8" } },
    { tag: "meta", attributes: { "http-equiv": "Content-Security-Policy", content: policy } },
    { tag: "title", text: title },
    { tag: "meta", attributes: { name: "viewport", content: "width=device-width" } },
    { tag: "meta", attributes: { name: "robots", content: "noindex" } },
    { tag: "link", attributes: { rel: "canonical", href: url } },
    { tag: "meta", attributes: { "http-equiv": "refresh", content: `0; url=${url}` } },
    { tag: "meta", attributes: GENERATOR },
  ];
  const lang = language === undefined ? "" : ` lang="${escapeHtml(language)}"`;
  const link = `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`;
  return `<!DOCTYPE html><html${lang}><head>${headHtml(tags)}</head><body><main><h1>${link}</h1></main></body></html>\n`;
}
