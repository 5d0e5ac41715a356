// What is live and what should be → differences, each with the setting that corrects it.
import type { Answer } from "./ask.ts";

/** Each check, with what corrects it on any host. */
const GENERAL = {
  status: "publish the site again; if the file is there, let visitors read it",
  content: "publish the site again, and empty the cache of the CDN",
  type: "set the Content-Type of the file",
  caching: "set the Cache-Control of the file",
  compression: "turn compression on for text",
  headers: "let the host send the headers of _headers",
  redirect: "let the host redirect old addresses",
  "not-found": "set 404.html as the page for unknown addresses, with status 404",
  https: "let the host lead http to https",
  certificate: "renew the certificate",
  relay: "add the site's address to RELAY_ALLOWED_ORIGINS of the relay, and see that it runs",
  address: "build and publish with --site-url",
};

export type LiveCheck = keyof typeof GENERAL;

export interface Difference {
  readonly check: LiveCheck;
  /** The address that was asked, as a path or whole. */
  readonly address: string;
  readonly expected: string;
  readonly found: string;
  /** The setting of the host that corrects it. */
  readonly fix: string;
}

interface HostFamily {
  /** Of its `via` and `server` headers, as far as hosts say who they are. */
  readonly named: RegExp;
  /** The name by which `eventsite host` prints the configuration. */
  readonly configured?: string;
  readonly fixes?: Partial<Readonly<Record<LiveCheck, string>>>;
}

const FAMILIES: readonly HostFamily[] = [
  {
    named: /cloudfront/i,
    configured: "s3-cloudfront",
    fixes: {
      caching: "set Cache-Control as metadata of the object, and a cache policy that obeys it",
      "not-found": "custom error responses: 403 and 404 to /404.html with status 404",
      headers: "attach a response headers policy to the behaviour",
      compression: 'turn on "Compress objects automatically" for the behaviour',
      https: "viewer protocol policy: redirect HTTP to HTTPS",
      content: "publish the site again, then: aws cloudfront create-invalidation --paths '/*'",
    },
  },
  {
    named: /amazons3/i,
    configured: "s3-cloudfront",
    fixes: {
      type: "set it as metadata of the object (aws s3 cp --content-type); `eventsite deploy` does",
      caching: "set it as metadata of the object (aws s3 cp --cache-control); `eventsite deploy` does",
      "not-found": "set 404.html as error document of the website, or map 403 and 404 to it in CloudFront",
      compression: "S3 does not compress: put CloudFront in front",
    },
  },
  {
    named: /uploadserver/i,
    fixes: {
      type: "gcloud storage objects update --content-type; `eventsite deploy` sets it",
      caching: "gcloud storage objects update --cache-control; `eventsite deploy` sets it",
      "not-found": "gcloud storage buckets update --web-error-page=404.html",
      compression: "compression mode AUTOMATIC on the backend bucket",
      headers: "custom response headers on the backend bucket",
    },
  },
  {
    named: /azure|windows/i,
    fixes: {
      "not-found": "az storage blob service-properties update --static-website --404-document 404.html",
      headers: "a rule set of Front Door with ModifyResponseHeader",
      compression: "turn on compression for the route of Front Door",
    },
  },
  {
    named: /github/i,
    fixes: {
      caching: "GitHub Pages always says max-age=600: put a CDN in front, or accept it",
      headers: "GitHub Pages sends no headers of a site: put a CDN in front, or accept it",
      https: "settings, Pages: Enforce HTTPS",
      redirect: "GitHub Pages serves the page at the old address instead: see that it is published",
    },
  },
  {
    named: /netlify/i,
    fixes: {
      headers: "publish dist/_headers with the site",
      caching: "publish dist/_headers with the site",
      redirect: "publish dist/_redirects with the site",
      https: "domain settings: Force HTTPS",
    },
  },
  {
    named: /cloudflare/i,
    fixes: {
      headers: "Pages: publish dist/_headers with the site; R2: a response header transform rule",
      caching:
        "Pages: publish dist/_headers with the site; R2: `eventsite deploy` sets it; take out cache rules that override it",
      redirect: "publish dist/_redirects with the site",
      https: "SSL/TLS: Always Use HTTPS",
    },
  },
  { named: /nginx/i, configured: "nginx" },
  { named: /caddy/i, configured: "caddy" },
];

export const familyOf = ({ via = "", server = "" }: Answer["headers"]): HostFamily | undefined =>
  FAMILIES.find(({ named }) => named.test(`${via} ${server}`));

export function fixFor(check: LiveCheck, { fixes, configured }: Partial<HostFamily> = {}): string {
  const special = fixes?.[check];
  if (special) return special;
  const isHosts = !["content", "status", "certificate", "relay", "address"].includes(check);
  const printed = configured ? "it" : "how on nginx, others as well";
  return isHosts ? `${GENERAL[check]}: \`eventsite host ${configured ?? "nginx"}\` prints ${printed}` : GENERAL[check];
}

/** Differences of one kind as one row: the first address, and how many more. */
export interface DifferenceGroup extends Difference {
  readonly more: number;
}

export function groupDifferences(differences: readonly Difference[]): DifferenceGroup[] {
  const groups = new Map<string, DifferenceGroup>();
  for (const difference of differences) {
    const { check, expected, found, fix } = difference;
    // Every hash is another one.
    const key = [check, check === "content" ? "" : `${expected}\0${found}`, fix].join("\0");
    const group = groups.get(key) ?? { ...difference, more: -1 };
    groups.set(key, { ...group, more: group.more + 1 });
  }
  return [...groups.values()];
}
