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
  /** Whether it is in the sitemap. */
  readonly listed: boolean;
  readonly entry: Entry;
}

export type LinkStyle = "slash" | "bare";

/** Buckets serve this file, with status 404, for every unknown address. */
export const NOT_FOUND_FILE = "404.html";

export const NOT_FOUND_ADDRESS = `/${NOT_FOUND_FILE}`;

/** A path of the site in the form of links, with its query and fragment. Paths of files such as /guide.pdf do not change. */
export function publishedPath(target: string, links: LinkStyle): string {
  const end = target.search(/[?#]/);
  const [path, suffix] = end === -1 ? [target, ""] : [target.slice(0, end), target.slice(end)];
  const bare = path.endsWith("/") ? path.replace(/\/+$/, "") : path;
  if (bare === "") return `/${suffix}`;
  const isFile = /\.[a-z0-9]+$/i.test(bare);
  return `${bare}${links === "slash" && !isFile ? "/" : ""}${suffix}`;
}

export const outputFile = (path: string): string => {
  const bare = path.replace(/^\/+|\/+$/g, "");
  if (bare === "404") return NOT_FOUND_FILE;
  return bare === "" ? "index.html" : `${bare}/index.html`;
};

/** An address without slashes at the end, which is the same for both spellings. */
export const bareAddress = (address: string): string => address.replace(/(?<=.)\/+$/, "");

/** The address of a file of the site: "contact/index.html" → "/contact/". */
export const addressOf = (path: string): string => `/${path.replace(/(^|\/)index\.html$/, "$1")}`;

/** The same text for names that are equal on a host that ignores capitals. */
export const foldName = (path: string): string => path.toLowerCase().normalize("NFC");
