// Entries → routes: where each page is published, and which file it becomes. Pure.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** The part of an entry that routes need. `path` is the template's: "/services/gala-dinners". */
export interface RoutableEntry {
  readonly collection: string;
  readonly slug: string;
  readonly path: string;
  readonly file: string;
  readonly listed: boolean;
}

/** A page of the site. `path` is the address as used in links; `output` is relative to the output folder. */
export interface Route<Entry extends RoutableEntry = RoutableEntry> {
  readonly path: string;
  readonly output: string;
  readonly collection: string;
  readonly slug: string;
  readonly source: string;
  /** Appears in the sitemap. */
  readonly listed: boolean;
  readonly entry: Entry;
}

export type LinkStyle = "slash" | "bare";

/** Buckets serve this file, with status 404, for every unknown address. */
export const NOT_FOUND_FILE = "404.html";

/** The number of pages that people visit: of the files of pages, all but the not-found page. */
export const countPages = (files: readonly string[]): number => files.filter((file) => file !== NOT_FOUND_FILE).length;

/** A site path as used in links, with its query and fragment; files such as /guide.pdf do not change. */
export function publishedPath(target: string, links: LinkStyle): string {
  const end = target.search(/[?#]/);
  const [path, rest] = end === -1 ? [target, ""] : [target.slice(0, end), target.slice(end)];
  const bare = path.endsWith("/") ? path.replace(/\/+$/, "") : path;
  if (bare === "") return `/${rest}`;
  const isFile = /\.[a-z0-9]+$/i.test(bare);
  return `${bare}${links === "slash" && !isFile ? "/" : ""}${rest}`;
}

export const outputFile = (path: string): string => {
  const bare = path.replace(/^\/+|\/+$/g, "");
  if (bare === "404") return NOT_FOUND_FILE;
  return bare === "" ? "index.html" : `${bare}/index.html`;
};

/** Without slashes at the end: the same for both spellings of an address. */
export const bareAddress = (address: string): string => address.replace(/(?<=.)\/+$/, "");

/** The address of a file of the site: "contact/index.html" → "/contact/". */
export const addressOf = (path: string): string => `/${path.replace(/(^|\/)index\.html$/, "$1")}`;

/** Routes sorted by path. Two entries with one address give ROUTE_COLLISION. Case does not count: some hosts ignore it. */
export function planRoutes<Entry extends RoutableEntry>(
  entries: readonly Entry[],
  links: LinkStyle,
): { routes: Route<Entry>[]; diagnostics: Diagnostic[] } {
  const byOutput = new Map<string, Entry>();
  const diagnostics: Diagnostic[] = [];
  const routes: Route<Entry>[] = [];
  for (const entry of entries) {
    const output = outputFile(entry.path);
    const key = foldName(output);
    const other = byOutput.get(key);
    if (other) {
      diagnostics.push({
        code: "ROUTE_COLLISION",
        severity: "error",
        message: `This page and ${other.file} would both be published as ${publishedPath(entry.path, links)}.`,
        file: entry.file,
        line: 1,
        column: 1,
        hint: "rename one of the two files",
      });
      continue;
    }
    byOutput.set(key, entry);
    const path = output === NOT_FOUND_FILE ? "/404.html" : publishedPath(entry.path, links);
    routes.push({
      path,
      output,
      collection: entry.collection,
      slug: entry.slug,
      source: entry.file,
      listed: entry.listed && output !== NOT_FOUND_FILE,
      entry,
    });
  }
  routes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { routes, diagnostics };
}

/** The same for names that such a host takes for one. */
export const foldName = (path: string): string => path.toLowerCase().normalize("NFC");

/** Each name that is like an earlier one, with that one. */
export function findAlike(paths: readonly string[]): [earlier: string, later: string][] {
  const first = new Map<string, string>();
  return paths.flatMap((path): [string, string][] => {
    const other = first.get(foldName(path)) ?? path;
    first.set(foldName(path), other);
    return other === path ? [] : [[other, path]];
  });
}

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** sitemap.xml of the listed routes, in the given order. */
export function sitemap(routes: readonly Pick<Route, "path" | "listed">[], baseUrl: string): string {
  const urls = routes
    .filter(({ listed }) => listed)
    .map(({ path }) => `  <url><loc>${escapeXml(baseUrl + path)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}
