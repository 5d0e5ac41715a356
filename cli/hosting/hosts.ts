// The hosts, and what each can do with a folder of files. `serve --as`, `check --as`, `deploy`, `host` and `verify` all read this list.

/** How a host answers requests. */
export interface HostRules {
  readonly title: string;
  /**
   * How an address without its slash is answered where a folder has an index.html: by a redirect, or by the page. "keys": the host has no index
   * documents, so that each page is also written under its addresses as keys.
   */
  readonly folder: { readonly status: 301 | 302 | 308; readonly keepsQuery: boolean } | "page" | "keys";
  /** Whether "/about" is answered with about.html. */
  readonly dropsEnding: boolean;
  /** The status that leads from "/about.html" and "/about/index.html" to the short address; undefined where both are answered with the page. */
  readonly shortens: 308 | undefined;
  /** How an address that does not exist is answered: the status, and whether with 404.html or with a page of the host. */
  readonly missing: { readonly status: 404 | 403; readonly hasPage: boolean };
  /** Whose rules for `_headers` and `_redirects` the host follows; undefined where it reads neither. */
  readonly readsRulesAs: "netlify" | "cloudflare" | undefined;
  /** Whether headers, redirects and 410 are those of the configuration that `eventsite host` prints. */
  readonly isConfigured: boolean;
  /** Whether an object can be a redirect. */
  readonly hasRedirectObjects: boolean;
  /** The Cache-Control of files for which its rules set none; undefined where each file has that of `file-headers.ts`. */
  readonly cacheControl: string | undefined;
  readonly hasHttps: boolean;
  readonly compresses: boolean;
  /** Numbers of rules and files, and characters of a line. */
  readonly limits: Partial<
    Readonly<Record<"headerRules" | "headerLine" | "redirects" | "redirectLine" | "files", number>>
  >;
}

/** What `verify` checks of a live site. */
export type LiveCheck =
  | ("status" | "content" | "type" | "caching" | "compression" | "headers" | "redirect" | "not-found" | "https")
  | ("certificate" | "relay" | "address");

/** A live host, as `verify` meets it. */
export interface LiveHost {
  /** Matches the `via` and `server` headers of this host. */
  readonly sends: RegExp;
  /** The configuration of `eventsite host` that corrects what `fixes` does not name. */
  readonly configuration?: string;
  /** The settings that correct failed checks on this host. */
  readonly fixes?: Partial<Readonly<Record<LiveCheck, string>>>;
}

interface Host {
  /** undefined for a host that has no emulation. */
  readonly rules?: HostRules;
  /** Whether `eventsite host` prints a configuration for it. */
  readonly isPrinted?: boolean;
  readonly live?: LiveHost;
}

/** A bucket with a website configuration. Each host lists its differences. */
const bucket = {
  dropsEnding: false,
  shortens: undefined,
  missing: { status: 404, hasPage: true },
  readsRulesAs: undefined,
  isConfigured: false,
  hasRedirectObjects: false,
  cacheControl: undefined,
  hasHttps: true,
  compresses: false,
  limits: {},
} as const;

const liveBucket = {
  sends: /amazons3/i,
  configuration: "s3-cloudfront",
  fixes: {
    type: "set it as metadata of the object (aws s3 cp --content-type); `eventsite deploy` does",
    caching: "set it as metadata of the object (aws s3 cp --cache-control); `eventsite deploy` does",
    "not-found": "set 404.html as error document of the website, or map 403 and 404 to it in CloudFront",
    compression: "S3 does not compress: put CloudFront in front",
  },
} as const;

/** A host in front of another comes first: its answers also name the other. */
const hosts = {
  "s3-cloudfront": {
    isPrinted: true,
    live: {
      sends: /cloudfront/i,
      configuration: "s3-cloudfront",
      fixes: {
        caching: "set Cache-Control as metadata of the object, and a cache policy that obeys it",
        "not-found": "custom error responses: 403 and 404 to /404.html with status 404",
        headers: "attach a response headers policy to the behaviour",
        compression: 'turn on "Compress objects automatically" for the behaviour',
        https: "viewer protocol policy: redirect HTTP to HTTPS",
        content: "publish the site again, then: aws cloudfront create-invalidation --paths '/*'",
      },
    },
  },
  "s3-website": {
    rules: {
      ...bucket,
      title: "Amazon S3, website endpoint",
      folder: { status: 302, keepsQuery: false },
      hasRedirectObjects: true,
      hasHttps: false,
    },
    live: liveBucket,
  },
  "s3-rest": {
    rules: {
      ...bucket,
      title: "Amazon S3, REST endpoint (usual behind CloudFront)",
      folder: "keys",
      missing: { status: 403, hasPage: false },
    },
    live: liveBucket,
  },
  gcs: {
    rules: {
      ...bucket,
      title: "Google Cloud Storage, website configuration",
      // Whether it keeps the query is not documented.
      folder: { status: 301, keepsQuery: false },
    },
    live: {
      sends: /uploadserver/i,
      fixes: {
        type: "gcloud storage objects update --content-type; `eventsite deploy` sets it",
        caching: "gcloud storage objects update --cache-control; `eventsite deploy` sets it",
        "not-found": "gcloud storage buckets update --web-error-page=404.html",
        compression: "compression mode AUTOMATIC on the backend bucket",
        headers: "custom response headers on the backend bucket",
      },
    },
  },
  azure: {
    rules: { ...bucket, title: "Azure Blob Storage, static website ($web)", folder: "page" },
    live: {
      sends: /azure|windows/i,
      fixes: {
        "not-found": "az storage blob service-properties update --static-website --404-document 404.html",
        headers: "a rule set of Front Door with ModifyResponseHeader",
        compression: "turn on compression for the route of Front Door",
      },
    },
  },
  // Live, it names itself as Cloudflare Pages does.
  r2: {
    rules: {
      ...bucket,
      title: "Cloudflare R2, public bucket",
      folder: "keys",
      missing: { status: 404, hasPage: false },
      compresses: true,
    },
  },
  "github-pages": {
    rules: {
      ...bucket,
      title: "GitHub Pages",
      folder: { status: 301, keepsQuery: true },
      dropsEnding: true,
      cacheControl: "max-age=600",
      compresses: true,
    },
    isPrinted: true,
    live: {
      sends: /github/i,
      fixes: {
        caching: "GitHub Pages always says max-age=600: put a CDN in front, or accept it",
        headers: "GitHub Pages sends no headers of a site: put a CDN in front, or accept it",
        https: "settings, Pages: Enforce HTTPS",
        redirect: "GitHub Pages serves the page at the old address instead: see that it is published",
      },
    },
  },
  netlify: {
    rules: {
      ...bucket,
      title: "Netlify",
      folder: { status: 301, keepsQuery: true },
      dropsEnding: true,
      readsRulesAs: "netlify",
      cacheControl: "public, max-age=0, must-revalidate",
      compresses: true,
    },
    isPrinted: true,
    live: {
      sends: /netlify/i,
      fixes: {
        headers: "publish dist/_headers with the site",
        caching: "publish dist/_headers with the site",
        redirect: "publish dist/_redirects with the site",
        https: "domain settings: Force HTTPS",
      },
    },
  },
  "cloudflare-pages": {
    rules: {
      ...bucket,
      title: "Cloudflare Pages",
      folder: { status: 308, keepsQuery: true },
      dropsEnding: true,
      shortens: 308,
      readsRulesAs: "cloudflare",
      cacheControl: "public, max-age=0, must-revalidate",
      compresses: true,
      limits: { headerRules: 100, headerLine: 2000, redirects: 2000, redirectLine: 1000, files: 20_000 },
    },
    isPrinted: true,
    live: {
      sends: /cloudflare/i,
      fixes: {
        headers: "Pages: publish dist/_headers with the site; R2: a response header transform rule",
        caching:
          "Pages: publish dist/_headers with the site; R2: `eventsite deploy` sets it; take out cache rules that override it",
        redirect: "publish dist/_redirects with the site",
        https: "SSL/TLS: Always Use HTTPS",
      },
    },
  },
  nginx: {
    rules: {
      ...bucket,
      title: "nginx, with the configuration of `eventsite host nginx`",
      folder: { status: 301, keepsQuery: true },
      isConfigured: true,
      compresses: true,
    },
    isPrinted: true,
    live: { sends: /nginx/i, configuration: "nginx" },
  },
  caddy: {
    rules: {
      ...bucket,
      title: "Caddy, with the configuration of `eventsite host caddy`",
      folder: { status: 308, keepsQuery: true },
      isConfigured: true,
      compresses: true,
    },
    isPrinted: true,
    live: { sends: /caddy/i, configuration: "caddy" },
  },
} as const satisfies Readonly<Record<string, Host>>;

type Hosts = typeof hosts;
type NamesWith<Capability extends object> = {
  [Name in keyof Hosts]: Hosts[Name] extends Capability ? Name : never;
}[keyof Hosts];

/** What `--as` can name. */
export type HostName = NamesWith<{ readonly rules: object }>;
/** What `eventsite host` can name. */
export type ConfigName = NamesWith<{ readonly isPrinted: true }>;

const list: readonly (readonly [name: string, host: Host])[] = Object.entries(hosts);

export const hostNames = list.flatMap(([name, { rules }]) => (rules ? [name] : [])) as readonly HostName[];

export const rulesOf = (name: HostName): HostRules => hosts[name].rules;

/** The host that an answer comes from; undefined where its headers do not say. */
export const hostOfAnswer = (headers: { readonly via?: string; readonly server?: string }): LiveHost | undefined =>
  list.find(([, { live }]) => live?.sends.test(`${headers.via ?? ""} ${headers.server ?? ""}`))?.[1].live;
