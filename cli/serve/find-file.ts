// A request → a file of a site, as a static host would answer: directory indexes, a redirect to the slash, 404.html.
import { NOT_FOUND_FILE } from "../routes/plan-routes.ts";

export type Found =
  | { readonly kind: "file"; readonly path: string; readonly status: 200 | 404 }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "nothing" };

/** The files that a request may be answered with, the first that there is; `url` is its target as it was sent. */
export function filesFor(url: string): readonly string[] {
  const path = decodePath(url.replace(/\?.*$/s, ""))?.replace(/^\/+/, "");
  if (path === undefined) return [];
  return path === "" || path.endsWith("/") ? [`${path}index.html`] : [path, `${path}/index.html`];
}

/** `has` says whether the site has a file. */
export function findFile(url: string, has: (path: string) => boolean): Found {
  const [file, index] = filesFor(url);
  if (file !== undefined && has(file)) return { kind: "file", path: file, status: 200 };
  if (index !== undefined && has(index)) {
    const [, query = ""] = /(\?.*)$/s.exec(url) ?? [];
    return { kind: "redirect", location: `${encodeURI(`/${file}/`)}${query}` };
  }
  return has(NOT_FOUND_FILE) ? { kind: "file", path: NOT_FOUND_FILE, status: 404 } : { kind: "nothing" };
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
