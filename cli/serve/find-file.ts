// A request → a file of a site, as a static host would answer: directory indexes, a redirect to the slash, 404.html.
import { NOT_FOUND_ADDRESS, NOT_FOUND_FILE } from "../routes/addresses.ts";
import { insideBase, startOf } from "../routes/base-path.ts";

/** Where a request leads instead. */
interface Redirect {
  readonly kind: "redirect";
  readonly location: string;
}

interface FoundFile {
  readonly kind: "file";
  readonly path: string;
  readonly status: 200 | 404;
}

/** `url`: the address within the site. */
type SiteAddress = { readonly kind: "inside"; readonly url: string } | { readonly kind: "outside" };

/** The files that may answer a request, the best one first; `url` is its target as it was sent. */
export function candidateFiles(url: string): readonly string[] {
  const path = decodePath(url.replace(/\?.*$/s, ""))?.replace(/^\/+/, "");
  if (path === undefined) return [];
  return path === "" || path.endsWith("/") ? [`${path}index.html`] : [path, `${path}/index.html`];
}

/** `has` says whether the site has a file. undefined where there is not even a page for unknown addresses. */
export function findFile(url: string, has: (path: string) => boolean, base = ""): FoundFile | Redirect | undefined {
  const [file, index] = candidateFiles(url);
  if (file !== undefined && has(file)) return { kind: "file", path: file, status: 200 };
  if (index !== undefined && has(index)) {
    const [, query = ""] = /(\?.*)$/s.exec(url) ?? [];
    return { kind: "redirect", location: `${base}${encodeURI(`/${file}/`)}${query}` };
  }
  return has(NOT_FOUND_FILE) ? { kind: "file", path: NOT_FOUND_FILE, status: 404 } : undefined;
}

/** The address of a request within a site that is published below a path. The root of the server leads to the start of the site. */
export function addressInSite(url: string, base: string): SiteAddress | Redirect {
  const inside = insideBase(base, url);
  if (inside?.startsWith("/")) return { kind: "inside", url: inside };
  const isStart = inside !== undefined || /^\/?(?:[?#]|$)/.test(url);
  return isStart ? { kind: "redirect", location: startOf(base) } : { kind: "outside" };
}

/** The answer to a request: the not-found page for addresses outside of the site. undefined as by `findFile`. */
export function findInSite(
  url: string,
  base: string,
  has: (path: string) => boolean,
): FoundFile | Redirect | undefined {
  const address = addressInSite(url, base);
  if (address.kind === "redirect") return address;
  if (address.kind === "inside") return findFile(address.url, has, base);
  const answer = findFile(NOT_FOUND_ADDRESS, has);
  return answer?.kind === "file" ? { ...answer, status: 404 } : answer;
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
