// A link that leads nowhere, or is none → what to write in its place: an address in the form that a page may carry, or a page that there is.

import { misspelt, sharingWords, unknownNameHint } from "../../text/suggest.ts";
import { isAllowedTarget } from "../markdown/render-markdown.ts";
import { linkOnSite, targetOnSite } from "./link-on-site.ts";
import type { LinkTargets } from "./link-targets.ts";

type Site = Pick<LinkTargets, "paths" | "tokens">;

/** What may be written, where nothing says what was meant. */
export const LINK_FORMS = "write a page of the site such as /contact, or an http(s), mailto or tel address";

/** For a link in another form than those of pages; undefined where nothing says what was meant. */
export function linkHint(written: string, site: Site): string | undefined {
  const target = unwrapped(written);
  const meant = isAllowedTarget(target) ? target : (FORMS.map((form) => form(target)).find(Boolean) ?? undefined);
  if (meant === undefined) return pageHint(target, site);
  if (!isAllowedTarget(meant))
    return `write the whole of it, such as ${EXAMPLES[schemeOf(meant)] ?? "https://example.com"}`;
  const own = targetOnSite(meant, site.tokens?.get("url"));
  if (own === undefined) return `write "${meant}"`;
  if (site.paths.has(own)) return `write "${linkOnSite(meant, site.tokens?.get("url"))}"`;
  const hint = routeHint(own, site.paths);
  // Of a site that does not have its own address yet, a sample address is its own.
  return meant === target || meant.startsWith("/")
    ? hint
    : `an address in full is "${meant}", and this site has no such page: ${hint}`;
}

/** Without what was put around it: spaces, quotation marks, the brackets of Markdown, the name of the field. */
function unwrapped(written: string): string {
  const inBrackets = /^\s*!?\[[^\]]*\]\((.*)\)\s*$/s.exec(written)?.[1] ?? written;
  return inBrackets
    .trim()
    .replace(/^["'“”‘’<(]+|["'“”‘’>)]+$/g, "")
    .replace(/^(?:href|url|link)\s*[:=]\s*/i, "")
    .trim();
}

const EXAMPLES: Readonly<Record<string, string>> = { mailto: "mailto:name@example.com", tel: "tel:+14165550142" };

const schemeOf = (target: string): string => /^[a-z]+(?=:)/.exec(target)?.[0] ?? "";

/** Each gives the address in its form; undefined if another form is meant. */
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

/** The digit that has the letter on the keys of a telephone: ITU-T E.161. */
const keyOf = (letter: string): string =>
  String(["ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ"].findIndex((key) => key.includes(letter)) + 2);

/** "www.example.com/offer", "example.com", "https:/example.com", "htp://example.com", "//example.com". */
function webAddress(target: string): string | undefined {
  const [, scheme = "", rest = ""] = /^(h?t{1,3}ps?\s*:?\s*[/\\]*|[/\\]{2})?(.*)$/is.exec(target) ?? [];
  const isHost = /^(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/iu.test(rest);
  if (!isHost || (scheme === "" && FILE_NAME.test(rest))) return undefined;
  return `https://${rest}`;
}

/** A file of the site, and no host with a word of the same letters at its end. */
const FILE_NAME = /^[^/?#]*\.(?:html?|php|aspx?|ya?ml|md|pdf|docx?|xlsx?|jpe?g|png|webp|svg|zip)(?:[/?#]|$)/i;

/** For a word or a path without a slash before it. */
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

/** For a path that is no page: the page that was meant, by its whole path or by its last part, or all there are. */
export function routeHint(target: string, paths: ReadonlySet<string>): string {
  const page = target.replace(/(?:\/index)?\.(?:html?|php|aspx?)$/i, "").replace(/\/index$/i, "");
  const names = [...paths].map((path) => path || "/");
  const meant = paths.has(page) ? [page || "/"] : (byWholePath(page, names) ?? byLastPart(page, names));
  if (meant.length > 0) return `did you mean ${meant.map((name) => `"${name}"`).join(" or ")}?`;
  const alike = sharingWords(page, names);
  const pages = names.filter((name) => !isFile(name));
  const others = unknownNameHint(pages, alike === undefined ? "its pages are" : "or another of its pages");
  return alike === undefined ? others : `"${alike}" shares words with it; ${others}`;
}

function byWholePath(page: string, names: readonly string[]): string[] | undefined {
  const meant = misspelt(page, names);
  return meant === undefined ? undefined : [meant];
}

/** No address of a page has a dot: slugs have none. */
const isFile = (path: string): boolean => lastPart(path).includes(".");

const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Pages in other folders that end in the same part, or in one that was misspelt. */
function byLastPart(page: string, names: readonly string[]): string[] {
  const last = lastPart(page);
  if (last === "") return [];
  const part = misspelt(last, new Set(names.map(lastPart).filter(Boolean)));
  return part === undefined ? [] : names.filter((name) => lastPart(name) === part).slice(0, MAX_MEANT);
}

/** More pages of one name are no help. */
const MAX_MEANT = 3;
