// A site and the rules of a host → what would not work there. The emulation of the host is asked for every address.
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { HEADERS_FILE } from "../../hosting/host-headers.ts";
import type { HostRules } from "../../hosting/hosts.ts";
import { redirectOutput } from "../../hosting/redirect-files.ts";
import { NOT_FOUND_FILE } from "../../routes/addresses.ts";
import { emulateHost, type HostAnswer, type HostedSite } from "./emulate-host.ts";
import { headersInside, readHeadersFile, readRedirectsFile } from "./rule-files.ts";

interface HostFinding extends Pick<Diagnostic, "severity" | "message"> {
  readonly code: "HOST_ADDRESS" | "HOST_REDIRECT" | "HOST_HEADERS" | "HOST_LIMIT";
  /** The change that helps, at the host or in the content. */
  readonly hint: string;
  /** The old address that it is about. */
  readonly redirect?: string;
  /** The key of site.yaml that it is about. */
  readonly setting?: "links" | "url";
}

interface CheckedSite extends HostedSite {
  readonly routes: readonly { readonly path: string; readonly file: string }[];
  /** The published address, without a slash at its end. */
  readonly url: string;
}

/** An address that no site has. */
const UNKNOWN = "/eventsite-unknown-address/";
const SHOWN = 3;

/** Problems that only the site can change are errors. Those that a setting of the host corrects are warnings. */
export function checkHost(rules: HostRules, site: CheckedSite): HostFinding[] {
  const host = emulateHost(rules, site);
  const get = (url: string) => host({ method: "GET", url });
  return [
    ...(site.basePath !== "" && rules.readsRulesAs ? [onlyAtRoot(rules, site)] : []),
    ...checkAddresses(rules, site, get),
    ...(rules.folder === "keys" ? [needsKeys(rules)] : []),
    ...checkUnknown(rules, get),
    ...checkRedirects(rules, site, get),
    ...checkHeaders(rules, site, get),
    ...checkLimits(rules, site),
    ...(rules.hasHttps || !site.url.startsWith("https:") ? [] : [noHttps(rules)]),
  ];
}

type Get = (url: string) => HostAnswer;

type About = Pick<HostFinding, "redirect" | "setting">;
const error = (code: HostFinding["code"], message: string, hint: string, about: About = {}): HostFinding => ({
  code,
  severity: "error",
  message,
  hint,
  ...about,
});
const warning = (...parts: Parameters<typeof error>): HostFinding => ({ ...error(...parts), severity: "warning" });

const listOf = (items: readonly string[]): string =>
  `${items.slice(0, SHOWN).join(", ")}${items.length > SHOWN ? ` and ${items.length - SHOWN} more` : ""}`;

function checkAddresses(rules: HostRules, { routes }: CheckedSite, get: Get): HostFinding[] {
  const pages = routes.filter(({ file }) => file !== NOT_FOUND_FILE);
  const findings: HostFinding[] = [];
  const unreachable = pages.filter(({ path, file }) => !arrives(get, encodeURI(path), file));
  const others = unreachable.filter(({ path }) => path !== "/");
  if (others.length < unreachable.length) {
    const message = `${rules.title} does not answer "/" with the start page.`;
    findings.push(warning("HOST_ADDRESS", message, START_HINT[rules.folder === "keys" ? "keys" : "other"]));
  }
  if (others.length > 0) {
    const message = `${rules.title} does not serve ${listOf(others.map(({ path }) => path))}.`;
    findings.push(error("HOST_ADDRESS", message, "choose a host that serves index.html for folders"));
  }
  const detours = pages.filter(
    (page) => page.path !== "/" && get(encodeURI(page.path)).file !== page.file && !unreachable.includes(page),
  );
  if (detours.length > 0) {
    const message = `Every link to a page takes a redirect on ${rules.title}${losesQuery(rules) ? ", which loses what follows the ?" : ""}: ${listOf(detours.map(({ path }) => path))}.`;
    findings.push(warning("HOST_ADDRESS", message, 'write "links: slash" in site.yaml', { setting: "links" }));
  }
  return findings;
}

const START_HINT = {
  keys: "put a CDN in front and set index.html as its default root object (CloudFront: Default root object; Cloudflare: a URL rewrite rule from / to /index.html)",
  other: "set index.html as the index document of the host",
} as const;

const losesQuery = ({ folder }: HostRules): boolean => typeof folder === "object" && !folder.keepsQuery;

/** Whether an address gives a file, directly or after redirects on the same site. */
function arrives(get: Get, url: string, file: string): boolean {
  let answer: HostAnswer = get(url);
  for (let redirectsLeft = 3; answer.status >= 300 && answer.status < 400 && redirectsLeft > 0; redirectsLeft--)
    answer = get(answer.headers.location ?? "/");
  return answer.status === 200 && answer.file === file;
}

function checkUnknown(rules: HostRules, get: Get): HostFinding[] {
  const { status, file } = get(UNKNOWN);
  if (status === 404 && file === NOT_FOUND_FILE) return [];
  const message = `${rules.title} answers unknown addresses with status ${status} and a text of its own, not with the not-found page.`;
  const hint =
    "put a CDN in front and let it answer 403 and 404 with /404.html and status 404 (CloudFront: custom error responses; `eventsite host s3-cloudfront` prints them)";
  return [warning("HOST_ADDRESS", message, hint)];
}

function checkRedirects(rules: HostRules, { redirects }: CheckedSite, get: Get): HostFinding[] {
  return redirects.flatMap((redirect): HostFinding[] => {
    const { status } = get(encodeURI(redirect.from));
    if (status >= 300 && status < 400) return [];
    const page = redirectOutput(redirect);
    // Browsers and search engines follow the page at the old address.
    if (page !== undefined && status === 200) return [];
    const message = `${rules.title} cannot redirect ${redirect.from}: it has no redirects, and a page cannot take the place of a file.`;
    const hint = "take this line out, keep the file, or choose a host with redirects";
    return [error("HOST_REDIRECT", message, hint, { redirect: redirect.from })];
  });
}

function checkHeaders(rules: HostRules, site: CheckedSite, get: Get): HostFinding[] {
  const required =
    headersInside(site.basePath, readHeadersFile(site.headersFile).rules).find(({ path }) => path === "/*")?.headers ??
    [];
  const pageHeaders = get("/index.html").headers;
  const start = get("/").file === undefined ? pageHeaders : get("/").headers;
  const lacking = required.map(([name]) => name).filter((name) => !(name.toLowerCase() in start));
  const asset = site.paths.find((path) => path.startsWith("assets/"));
  const cache = asset === undefined ? undefined : get(encodeURI(`/${asset}`)).headers["cache-control"];
  const isShort = asset !== undefined && !/immutable/.test(cache ?? "");
  const lacks = `${rules.title} sends no headers of the site's own: ${lacking.join(", ")} would be missing. The pages carry their policy themselves; framing and guessing of types are not prevented.`;
  const setThem =
    "set them at a CDN in front of it (CloudFront: response headers policy; Cloudflare: transform rules; Azure: Front Door rules); `eventsite host` prints them";
  const forgets = `${rules.title} lets browsers keep the files in assets/ for ${cache ?? "an unknown time"}, not for a year.`;
  const setCache = "a CDN in front of it can set Cache-Control: public, max-age=31536000, immutable for /assets/*";
  return [
    ...(lacking.length > 0 ? [warning("HOST_HEADERS", lacks, setThem)] : []),
    ...(isShort ? [warning("HOST_HEADERS", forgets, setCache)] : []),
  ];
}

function checkLimits(rules: HostRules, site: CheckedSite): HostFinding[] {
  const { limits, title } = rules;
  const files = [readHeadersFile(site.headersFile, limits), readRedirectsFile(site.redirectsFile, rules)];
  const findings = (rules.readsRulesAs ? files : []).flatMap(({ ignored }): HostFinding[] => {
    const [first] = ignored;
    if (!first) return [];
    const isHeaders = first.file === HEADERS_FILE;
    const what = first.reason === "too long" ? "a line may have" : "there may be";
    const lines = `${title} ignores ${ignored.length} lines of ${first.file}, from line ${first.line} on: ${what} ${limitText(rules, first.reason, isHeaders)}.`;
    if (isHeaders) return [error("HOST_LIMIT", lines, "have fewer pictures outside of assets/")];
    const hint = "take out redirects that nobody follows any more, or redirect at another host";
    return [warning("HOST_LIMIT", `${lines} The pages at these addresses lead on instead.`, hint)];
  });
  const number = site.paths.length;
  if (limits.files !== undefined && number > limits.files) {
    const message = `${title} takes ${limits.files} files; the site has ${number}.`;
    findings.push(error("HOST_LIMIT", message, "choose another host, or publish fewer pictures"));
  }
  return findings;
}

function limitText({ limits }: HostRules, reason: "too long" | "too many rules", isHeaders: boolean): string {
  if (reason === "too long") return `${isHeaders ? limits.headerLine : limits.redirectLine} characters`;
  return `${isHeaders ? limits.headerRules : limits.redirects} rules`;
}

function needsKeys({ title }: HostRules): HostFinding {
  const message = `${title} has no index documents: pages are found at /contact/ and /contact only if they are written under these keys.`;
  const where = 'write "as: s3-rest", or "as: r2", at the target under "publish" in site.yaml';
  return warning("HOST_ADDRESS", message, `${where}: \`eventsite deploy\` then writes them`);
}

/** A host that reads rules publishes the folder of the build at the root of an address, and reads its rules there. */
function onlyAtRoot({ title }: HostRules, { url }: CheckedSite): HostFinding {
  const message = `${title} publishes a site at the root of its address, not at ${url}.`;
  return error("HOST_ADDRESS", message, "write an address without a path, or choose another host", { setting: "url" });
}

function noHttps({ title }: HostRules): HostFinding {
  const message = `${title} has no https, and the site's address begins with it.`;
  const hint = "put a CDN with a certificate in front of it, such as CloudFront";
  return warning("HOST_ADDRESS", message, hint, { setting: "url" });
}
