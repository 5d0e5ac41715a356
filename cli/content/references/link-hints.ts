// Says what to write instead of a link that leads nowhere or is none: an address in a form that pages may carry, or an existing page.

import { misspelt, sharingWords, unknownNameHint } from "../../text/suggest.ts";
import { isAllowedTarget } from "../markdown/render-markdown.ts";
import { linkOnSite, targetOnSite } from "./link-on-site.ts";
import type { LinkTargets } from "./link-targets.ts";

type Site = Pick<LinkTargets, "paths" | "tokens">;

/** The forms of a link, for one that does not show what was meant. */
export const LINK_FORMS = "write a page of the site such as /contact, or an http(s), mailto or tel address";

/** For a link that is not in a form of pages; undefined if it does not show what was meant. */
export function linkHint(link: string, site: Site): string | undefined {
  const target = unwrapped(link);
  const likelyTarget = isAllowedTarget(target)
    ? target
    : (FORMS.map((form) => form(target)).find(Boolean) ?? undefined);
  if (likelyTarget === undefined) return pageHint(target, site);
  if (!isAllowedTarget(likelyTarget))
    return `write the whole of it, such as ${EXAMPLES[schemeOf(likelyTarget)] ?? "https://example.com"}`;
  const page = targetOnSite(likelyTarget, site.tokens?.get("url"));
  if (page === undefined) return `write "${likelyTarget}"`;
  if (site.paths.has(page)) return `write "${linkOnSite(likelyTarget, site.tokens?.get("url"))}"`;
  const hint = routeHint(page, site.paths);
  // A sample address leads to this site as long as the site does not have an address.
  return likelyTarget === target || likelyTarget.startsWith("/")
    ? hint
    : `an address in full is "${likelyTarget}", and this site has no such page: ${hint}`;
}

/** The link without what is around it: spaces, quotation marks, the brackets of Markdown, the name of the field. */
function unwrapped(link: string): string {
  const inBrackets = /^\s*!?\[[^\]]*\]\((.*)\)\s*$/s.exec(link)?.[1] ?? link;
  return inBrackets
    .trim()
    .replace(/^["'“”‘’<(]+|["'“”‘’>)]+$/g, "")
    .replace(/^(?:href|url|link)\s*[:=]\s*/i, "")
    .trim();
}

const EXAMPLES: Readonly<Record<string, string>> = { mailto: "mailto:name@example.com", tel: "tel:+14165550142" };

const schemeOf = (target: string): string => /^[a-z]+(?=:)/.exec(target)?.[0] ?? "";

/** Each function returns the address in its form; undefined if another form is meant. */
const FORMS: readonly ((target: string) => string | undefined)[] = [mailAddress, phoneNumber, webAddress];

function mailAddress(target: string): string | undefined {
  const [, scheme, address = target] = /^(mail ?to|e-?mail|mail)\s*[:;=]\s*(?:\/\/)?\s*(.*)$/is.exec(target) ?? [];
  const isAddress = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address.trim());
  return scheme === undefined && !isAddress ? undefined : `mailto:${address.trim()}`;
}

function phoneNumber(target: string): string | undefined {
  const [, scheme, number = target] =
    /^(tele?|tele?phone|phone|call|mobile|cell|sms)\s*[:;=.]\s*(?:\/\/)?\s*(.*)$/is.exec(target) ?? [];
  if (scheme === undefined && !/^\+?[\s().\-/\d]{7,}$/.test(target)) return undefined;
  const [beforeExtension = ""] = number.split(/\s*(?:,|;|#|\bx|\bext)/i);
  const digits = beforeExtension
    .toUpperCase()
    .replace(/[A-Z]/g, keyOf)
    .replace(/[^\d+-]+/g, "-");
  return `tel:${digits.replace(/-{2,}/g, "-").replace(/^-|-$|(?<=\+)-/g, "")}`;
}

/** The digit on whose key of a telephone the letter is: ITU-T E.161. */
const keyOf = (letter: string): string =>
  String(["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"].findIndex((key) => key.includes(letter)) + 2);

/** "www.example.com/offer", "example.com", "https:/example.com", "htp://example.com", "//example.com". */
function webAddress(target: string): string | undefined {
  const [, scheme = "", address = ""] = /^(h?t{1,3}ps?\s*:?\s*[/\\]*|[/\\]{2})?(.*)$/is.exec(target) ?? [];
  const isHost = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/iu.test(address);
  if (!isHost || (scheme === "" && FILE_NAME.test(address))) return undefined;
  return `https://${address}`;
}

/** Matches a file of the site, which is not a host whose last part has the same letters. */
const FILE_NAME = /^[^/?#]*\.(?:html?|php|aspx?|ya?ml|md|pdf|docx?|xlsx?|jpe?g|png|webp|svg|zip)(?:[/?#]|$)/i;

/** For a word or a path that does not begin with a slash. */
function pageHint(target: string, { paths }: Site): string | undefined {
  const isOther = /^[a-z][a-z\d+.-]*:|^$|^#|^\{/i.test(target.replace(/[\s\p{Cc}]/gu, ""));
  if (isOther) return undefined;
  const path = target
    .replaceAll("\\", "/")
    .replace(/^(?:\.{0,2}\/)+/, "")
    .replace(/^content\/(?:pages\/)?/, "")
    .replace(/\.(?:ya?ml|md)(?=$|[?#])/i, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");
  return paths.has(`/${path}`) ? `did you mean "/${path}"?` : routeHint(`/${path}`, paths);
}

/** For a path that is not a page: pages with a similar path or a similar last part, or else all pages. */
export function routeHint(target: string, paths: ReadonlySet<string>): string {
  const page = target.replace(/(?:\/index)?\.(?:html?|php|aspx?)$/i, "").replace(/\/index$/i, "");
  const names = [...paths].map((path) => path || "/");
  const likelyPages = paths.has(page) ? [page || "/"] : (byWholePath(page, names) ?? byLastPart(page, names));
  if (likelyPages.length > 0) return `did you mean ${likelyPages.map((name) => `"${name}"`).join(" or ")}?`;
  const alike = sharingWords(page, names);
  const pages = names.filter((name) => !isFile(name));
  const others = unknownNameHint(pages, alike === undefined ? "its pages are" : "or another of its pages");
  return alike === undefined ? others : `"${alike}" shares words with it; ${others}`;
}

function byWholePath(page: string, names: readonly string[]): string[] | undefined {
  const likelyPage = misspelt(page, names);
  return likelyPage === undefined ? undefined : [likelyPage];
}

/** Addresses of pages have no dot, because slugs have none. */
const isFile = (path: string): boolean => lastPart(path).includes(".");

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Pages in other folders that have the same last part, or a misspelt one. */
function byLastPart(page: string, names: readonly string[]): string[] {
  const last = lastPart(page);
  if (last === "") return [];
  const part = misspelt(last, new Set(names.map(lastPart).filter(Boolean)));
  return part === undefined ? [] : names.filter((name) => lastPart(name) === part).slice(0, MAX_LIKELY_PAGES);
}

/** More pages of one name would not help. */
const MAX_LIKELY_PAGES = 3;
