// A request → a file of a site that is held in memory, as a static host would answer: directory indexes, a redirect to the slash, 404.html.
import { NOT_FOUND_FILE } from "../routes/plan-routes.ts";

export type Found =
  | { readonly kind: "file"; readonly path: string; readonly status: 200 | 404 }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "nothing" };

/** `url` is the request's target as it was sent; `has` says whether the site has a file. */
export function findFile(url: string, has: (path: string) => boolean): Found {
  const at = url.indexOf("?");
  const [target, query] = at === -1 ? [url, ""] : [url.slice(0, at), url.slice(at)];
  const path = decode(target)?.replace(/^\/+/, "");
  if (path !== undefined && !path.split("/").includes("..")) {
    if (path !== "" && !path.endsWith("/") && has(path)) return { kind: "file", path, status: 200 };
    const index = path === "" || path.endsWith("/") ? `${path}index.html` : `${path}/index.html`;
    if (has(index)) {
      if (path === "" || path.endsWith("/")) return { kind: "file", path: index, status: 200 };
      return { kind: "redirect", location: `${encodeURI(`/${path}`)}/${query}` };
    }
  }
  return has(NOT_FOUND_FILE) ? { kind: "file", path: NOT_FOUND_FILE, status: 404 } : { kind: "nothing" };
}

function decode(target: string): string | undefined {
  try {
    const path = decodeURIComponent(target);
    return path.includes("\0") ? undefined : path;
  } catch {
    return undefined;
  }
}
