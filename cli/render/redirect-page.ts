// The page at an old address, for hosts that cannot redirect: search engines and browsers follow it without script.
import type { HeadTag } from "../../templates/kit/index.ts";
import { GENERATOR } from "../emit/own-files.ts";
import { policyText } from "./content-policy.ts";
import { escapeHtml, headHtml } from "./head-html.ts";

export interface RedirectPage {
  /** Where it leads: an absolute address. */
  readonly url: string;
  /** Of the page that it leads to: the only words of this one, which are then in that page's language. */
  readonly title: string;
  readonly language: string | undefined;
}

export function redirectPage({ url, title, language }: RedirectPage): string {
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
