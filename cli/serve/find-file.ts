// A request → a file of a site, as a static host would answer: directory indexes, a redirect to the slash, 404.html.
import { NOT_FOUND_FILE } from "../routes/addresses.ts";
import { insideBase, startOf } from "../routes/base-path.ts";

type Found = { readonly path: string; readonly status: 200 | 404 } | { readonly location: string };

/** The files that a request may be answered with, the first that there is; `url` is its target as it was sent. */
export function candidateFiles(url: string): readonly string[] {
  const path = decodePath(url.replace(/\?.*$/s, ""))?.replace(/^\/+/, "");
  if (path === undefined) return [];
  return path === "" || path.endsWith("/") ? [`${path}index.html`] : [path, `${path}/index.html`];
}

/** `has` says whether the site has a file. undefined where there is not even a page for unknown addresses. */
export function findFile(url: string, has: (path: string) => boolean, base = ""): Found | undefined {
  const [file, index] = candidateFiles(url);
  if (file !== undefined && has(file)) return { path: file, status: 200 };
  if (index !== undefined && has(index)) {
    const [, query = ""] = /(\?.*)$/s.exec(url) ?? [];
    return { location: `${base}${encodeURI(`/${file}/`)}${query}` };
  }
  return has(NOT_FOUND_FILE) ? { path: NOT_FOUND_FILE, status: 404 } : undefined;
}

/**
 * The address of a request within a site that is published below a path. The root of the server leads to the start of the site
 * (`location`). undefined for addresses outside of the site.
 */
export function insideSite(
  url: string,
  base: string,
): { readonly url: string } | { readonly location: string } | undefined {
  const inside = insideBase(base, url);
  if (inside?.startsWith("/")) return { url: inside };
  const isStart = inside !== undefined || /^\/?(?:[?#]|$)/.test(url);
  return isStart ? { location: startOf(base) } : undefined;
}

/** The path of a request; undefined for one that cannot be a file of the site. */
export function decodePath(target: string): string | undefined {
  try {
    const path = decodeURIComponent(target);
    return path.includes("\0") || path.split("/").includes("..") ? undefined : path;
  } catch {
    return undefined;
  }
}
