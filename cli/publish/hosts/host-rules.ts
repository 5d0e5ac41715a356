// What each host does with a folder of files, as data. `serve --as` answers by it, `check --as` reports by it; tests compare it with real servers.

export interface HostRules {
  readonly title: string;
  /** Whether an address that ends in a slash is answered with the folder's index.html. */
  readonly hasIndexes: boolean;
  /** How an address without its slash is answered where a folder has an index: by a redirect, by the page, or not at all. */
  readonly folder: { readonly status: 301 | 302 | 307 | 308; readonly keepsQuery: boolean } | "page" | "missing";
  /** Whether "/about" is answered with about.html. */
  readonly dropsEnding: boolean;
  /** The status that leads from "/about.html" and "/about/index.html" to the short address; undefined where both are answered themselves. */
  readonly shortens: 308 | undefined;
  /** An address that does not exist. `own`: the host's words instead of 404.html. */
  readonly missing: { readonly status: 404 | 403; readonly page: "404.html" | "own" };
  /**
   * How headers, redirects and 410 are set: by the files of the site that the host reads, by its configuration (`eventsite host`), by
   * properties of each object, or not at all.
   */
  readonly setBy: "files" | "configuration" | "objects" | "nothing";
  /** Whether an object can be a redirect. */
  readonly hasRedirectObjects: boolean;
  /** What it says about every file for which nothing else is set. */
  readonly cacheControl: string | undefined;
  /** Whether it reads `_redirects` and `_headers` as Netlify or as Cloudflare does. */
  readonly dialect: "netlify" | "cloudflare" | undefined;
  /** Whether each page is also written under the keys that its addresses are. */
  readonly needsKeys: boolean;
  readonly hasHttps: boolean;
  readonly compresses: boolean;
  /** Numbers of rules and files, and characters of a line. */
  readonly limits: Partial<
    Readonly<Record<"headerRules" | "headerLine" | "redirects" | "redirectLine" | "files", number>>
  >;
}

/** A bucket with a website configuration; what differs is said below. */
const bucket = {
  hasIndexes: true,
  dropsEnding: false,
  shortens: undefined,
  missing: { status: 404, page: "404.html" },
  setBy: "objects",
  hasRedirectObjects: false,
  cacheControl: undefined,
  dialect: undefined,
  needsKeys: false,
  hasHttps: true,
  compresses: false,
  limits: {},
} as const;

const hostRules = {
  "s3-website": {
    ...bucket,
    title: "Amazon S3, website endpoint",
    folder: { status: 302, keepsQuery: false },
    hasRedirectObjects: true,
    hasHttps: false,
  },
  "s3-rest": {
    ...bucket,
    title: "Amazon S3, REST endpoint (usual behind CloudFront)",
    hasIndexes: false,
    folder: "missing",
    missing: { status: 403, page: "own" },
    needsKeys: true,
  },
  gcs: {
    ...bucket,
    title: "Google Cloud Storage, website configuration",
    // Whether the query is kept is not documented.
    folder: { status: 301, keepsQuery: false },
  },
  azure: {
    ...bucket,
    title: "Azure Blob Storage, static website ($web)",
    folder: "page",
  },
  r2: {
    ...bucket,
    title: "Cloudflare R2, public bucket",
    hasIndexes: false,
    folder: "missing",
    missing: { status: 404, page: "own" },
    needsKeys: true,
    compresses: true,
  },
  "github-pages": {
    ...bucket,
    title: "GitHub Pages",
    folder: { status: 301, keepsQuery: true },
    dropsEnding: true,
    setBy: "nothing",
    cacheControl: "max-age=600",
    compresses: true,
  },
  netlify: {
    ...bucket,
    title: "Netlify",
    folder: { status: 301, keepsQuery: true },
    dropsEnding: true,
    setBy: "files",
    dialect: "netlify",
    cacheControl: "public, max-age=0, must-revalidate",
    compresses: true,
  },
  "cloudflare-pages": {
    ...bucket,
    title: "Cloudflare Pages",
    folder: { status: 308, keepsQuery: true },
    dropsEnding: true,
    shortens: 308,
    setBy: "files",
    dialect: "cloudflare",
    cacheControl: "public, max-age=0, must-revalidate",
    compresses: true,
    limits: { headerRules: 100, headerLine: 2000, redirects: 2000, redirectLine: 1000, files: 20_000 },
  },
  nginx: {
    ...bucket,
    title: "nginx, with the configuration of `eventsite host nginx`",
    folder: { status: 301, keepsQuery: true },
    setBy: "configuration",
    compresses: true,
  },
  caddy: {
    ...bucket,
    title: "Caddy, with the configuration of `eventsite host caddy`",
    folder: { status: 308, keepsQuery: true },
    setBy: "configuration",
    compresses: true,
  },
} as const satisfies Readonly<Record<string, HostRules>>;

export type HostName = keyof typeof hostRules;

export const hostNames = Object.keys(hostRules) as readonly HostName[];

export const rulesOf = (name: HostName): HostRules => hostRules[name];
