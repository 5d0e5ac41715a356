import type { HeadTag } from "../../templates/kit/index.ts";
import { type OutputFile, toFile } from "../emit/output-file.ts";
import { GENERATOR } from "../emit/own-files.ts";
import { policyText } from "../hosting/content-policy.ts";
import {
  encodeTarget,
  type MovedAddresses,
  REDIRECTS_FILE,
  redirectOutput,
  redirectsFile,
} from "../hosting/redirect-files.ts";
import { basePathOf } from "../routes/base-path.ts";
import { escapeHtml } from "../text/html-text.ts";
import { headHtml } from "./head-html.ts";
import type { SiteData } from "./site-data.ts";

/**
 * A rule for each old address, and a page for hosts that read no rules. No files if there are no old addresses. `titles` are the titles of
 * pages, by address.
 */
export function renderRedirects(
  { titles, ...addresses }: MovedAddresses & { readonly titles: ReadonlyMap<string, string> },
  { baseUrl, settings }: Pick<SiteData, "baseUrl" | "settings">,
): OutputFile[] {
  const language = typeof settings.language === "string" ? settings.language : undefined;
  const pages = addresses.redirects.flatMap((redirect) => {
    const output = redirectOutput(redirect);
    if (output === undefined) return [];
    const url = redirect.to.startsWith("/") ? baseUrl + encodeTarget(redirect.to) : redirect.to;
    const title = titles.get(redirect.to.replace(/[?#].*$/s, "")) ?? url;
    return [toFile(output, Buffer.from(redirectPage(url, title, language)))];
  });
  const rules = redirectsFile(addresses, basePathOf(baseUrl));
  return rules === "" ? [] : [...pages, toFile(REDIRECTS_FILE, Buffer.from(rules))];
}

/**
 * The page at an old address, for hosts that cannot redirect: search engines and browsers follow it without script. `url` is absolute. Its
 * only text is the title of the page there, in the language of that page.
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
