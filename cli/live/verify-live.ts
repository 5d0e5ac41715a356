// A built site and its address → the differences between them, found by asking for everything as a visitor does.
import { createHash } from "node:crypto";
import { contentTypeOf, fileClassOf } from "../emit/file-headers.ts";
import {
  encodeTarget,
  type MovedAddresses,
  REDIRECTS_FILE,
  redirectOutput,
  spellings,
} from "../hosts/redirect-files.ts";
import { type HeaderRule, headersFor } from "../hosts/rule-files.ts";
import { NOT_FOUND_FILE } from "../routes/plan-routes.ts";
import { type Answer, ask, type NoAnswer } from "./ask.ts";
import { type Difference, familyOf, fixFor, type LiveCheck } from "./difference.ts";

/** What should be live. */
export interface ExpectedSite extends MovedAddresses {
  /** The address that visitors have, without a slash at its end. */
  readonly url: string;
  readonly files: readonly ExpectedFile[];
  readonly headers: readonly HeaderRule[];
  /** Where forms are posted; undefined for a site without forms. */
  readonly relayCall: string | undefined;
}

export interface ExpectedFile {
  /** Relative to the site. */
  readonly path: string;
  /** Read when its address has answered: a site may be large. */
  read(): Buffer;
}

export interface LiveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Requests at once. Default: 16. */
  readonly atOnce?: number;
  /** In ms since 1970, for the days that a certificate has left. */
  readonly now: () => number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface LiveResult {
  readonly differences: readonly Difference[];
  /** Number of addresses that were asked. */
  readonly asked: number;
}

/** An unknown name at two depths: pages refer to their files from the root. */
const UNKNOWN = ["/eventsite-unknown-address", "/eventsite-unknown/address/"];
/** A file that is smaller is not worth compressing. */
const LEAST_PACKED_BYTES = 1_400;
const LEAST_CERTIFICATE_DAYS = 14;
const DAY_MS = 86_400_000;
const YEAR_S = 31_536_000;
/** Longer, and visitors would see a missing page for longer than it is missing. */
const MOST_NOT_FOUND_S = 300;

/** Rejects when the signal aborts; everything else is a difference. */
export async function verifyLive(
  site: ExpectedSite,
  { signal, atOnce = 16, now, onProgress }: LiveOptions,
): Promise<LiveResult> {
  const get = (address: string) => ask(site.url + address, { signal });
  const moved = new Map(site.redirects.map((redirect) => [redirectOutput(redirect), redirect]));
  const pages = site.files.filter(({ path }) => !HIDDEN.has(path) && !moved.has(path));
  const tasks: (() => Promise<Difference[]>)[] = [
    ...pages.map((file) => () => checkFile(site, file, get)),
    ...site.redirects.flatMap(({ from, to }) =>
      spellings(from).map((address) => () => checkRedirect(site, address, to, get)),
    ),
    ...site.gone.flatMap(spellings).map((address) => () => checkGone(address, get)),
    ...UNKNOWN.map((address) => () => checkUnknown(site, address, get)),
    ...pages.flatMap(({ path }) => bareAddress(path)).map((address) => () => checkBare(address, get)),
    ...(site.url.startsWith("https:") ? [() => checkHttps(site, now, get, signal)] : []),
    ...(site.relayCall === undefined ? [] : [() => checkRelay(site, site.relayCall ?? "", signal)]),
  ];
  const found: Difference[][] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < tasks.length) {
      const index = next++;
      found[index] = (await tasks[index]?.()) ?? [];
      onProgress?.(++done, tasks.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, work));
  return { differences: found.flat(), asked: tasks.length };
}

/** Rules for the host, which many do not serve; the not-found page is asked for by an unknown address. */
const HIDDEN = new Set(["_headers", REDIRECTS_FILE, NOT_FOUND_FILE]);

type Get = (address: string) => Promise<Answer | NoAnswer>;

const addressOf = (path: string): string => encodeURI(`/${path.replace(/(^|\/)index\.html$/, "$1")}`);

/** One folder: that all others are answered alike is a matter of the host. */
const bareAddress = (path: string): string[] => {
  const folder = /^([^/]+)\/index\.html$/.exec(path)?.[1];
  return folder === undefined ? [] : [encodeURI(`/${folder}`)];
};

const differ = (
  check: LiveCheck,
  address: string,
  expected: string,
  found: string,
  answer?: Answer | NoAnswer,
): Difference => ({
  check,
  address,
  expected,
  found,
  fix: fixFor(check, answer && "headers" in answer ? familyOf(answer.headers) : undefined),
});

const failed = (address: string, expected: string, { failure }: NoAnswer): Difference =>
  differ(
    /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(failure) ? "certificate" : "status",
    address,
    expected,
    `no answer (${failure})`,
  );

async function checkFile(site: ExpectedSite, file: ExpectedFile, get: Get): Promise<Difference[]> {
  const address = addressOf(file.path);
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, "200", answer)];
  if (answer.status !== 200) {
    const { location } = answer.headers;
    return [differ("status", address, "200", `${answer.status}${location ? ` to ${location}` : ""}`, answer)];
  }
  return [
    ...checkContent(site, address, file.read(), answer),
    ...checkType(file.path, address, answer),
    ...checkCaching(file.path, address, answer),
    ...checkCompression(address, answer),
    ...checkHeaders(site, file.path, address, answer),
  ];
}

const hashOf = (body: Buffer): string => createHash("sha256").update(body).digest("hex").slice(0, 12);

function checkContent({ url }: ExpectedSite, address: string, expected: Buffer, answer: Answer): Difference[] {
  if (answer.body.equals(expected)) return [];
  const text = answer.body.toString();
  const other = originsIn(text).find(
    (origin) => origin !== url && text.replaceAll(origin, url) === expected.toString(),
  );
  if (other !== undefined) return [differ("address", address, url, other, answer)];
  return [differ("content", address, hashOf(expected), hashOf(answer.body), answer)];
}

/** The addresses of sites that a page, the sitemap or robots.txt names: one of them may be what it takes for its own. */
const originsIn = (text: string): string[] => [...new Set(text.match(/https?:\/\/[^/"'<>\s;]+/g))];

function checkType(path: string, address: string, answer: Answer): Difference[] {
  const expected = contentTypeOf(path);
  const found = answer.headers["content-type"] ?? "none";
  const plain = (type: string) =>
    type
      .toLowerCase()
      .replace(/\s+/g, "")
      .replace(/;charset="?utf-8"?$/, "");
  const isSame = plain(found) === plain(expected) && (!expected.startsWith("text/html") || /utf-8/i.test(found));
  // The older name of the same type.
  const isOldScript = plain(expected) === "text/javascript" && plain(found) === "application/javascript";
  const isOldIcon = plain(expected) === "image/x-icon" && plain(found) === "image/vnd.microsoft.icon";
  const isOldXml = plain(expected) === "application/xml" && plain(found) === "text/xml";
  return isSame || isOldScript || isOldIcon || isOldXml ? [] : [differ("type", address, expected, found, answer)];
}

const maxAgeOf = (cacheControl: string): number | undefined => {
  const [, seconds] = /(?:^|[,\s])max-age=(\d+)/i.exec(cacheControl) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
};

function checkCaching(path: string, address: string, answer: Answer): Difference[] {
  const found = answer.headers["cache-control"] ?? "none";
  const age = maxAgeOf(found);
  if (fileClassOf(path) === "asset")
    return (age ?? 0) >= YEAR_S && /immutable/i.test(found)
      ? []
      : [differ("caching", address, "a year, immutable", found, answer)];
  const revalidates = age === 0 || /no-cache|no-store/i.test(found);
  return revalidates ? [] : [differ("caching", address, "max-age=0, must-revalidate", found, answer)];
}

function checkCompression(address: string, answer: Answer): Difference[] {
  const isText = /^text\/|javascript|json|xml/.test(answer.headers["content-type"] ?? "");
  if (!isText || answer.body.length < LEAST_PACKED_BYTES || answer.encoding !== "") return [];
  return [differ("compression", address, "gzip or br", "none", answer)];
}

function checkHeaders({ headers }: ExpectedSite, path: string, address: string, answer: Answer): Difference[] {
  const wanted = headersFor(headers, path.endsWith("index.html") ? address : `/${path}`);
  return [...wanted]
    .filter(([name]) => name !== "cache-control")
    .flatMap(([name, value]) => {
      const found = answer.headers[name];
      return found === value
        ? []
        : [differ("headers", address, `${name}: ${value}`, found === undefined ? "none" : `${name}: ${found}`, answer)];
    });
}

async function checkRedirect(
  { url, files }: ExpectedSite,
  address: string,
  to: string,
  get: Get,
): Promise<Difference[]> {
  const target = new URL(encodeTarget(to), url).href;
  const expected = `301 to ${to}`;
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, expected, answer)];
  const { status, headers, body } = answer;
  const location = headers.location === undefined ? undefined : new URL(headers.location, url + address).href;
  if ((status === 301 || status === 308) && location === target) return [];
  // To the other spelling of itself first.
  const isOwnSlash =
    location !== undefined && new URL(location).pathname.replace(/\/$/, "") === address.replace(/\/$/, "");
  if (status >= 300 && status < 400 && isOwnSlash) return [];
  // The page at the old address, on hosts without redirects.
  if (
    status === 200 &&
    files.some(
      (file) => addressOf(file.path).replace(/\/$/, "") === address.replace(/\/$/, "") && file.read().equals(body),
    )
  )
    return [];
  return [
    differ("redirect", address, expected, `${status}${headers.location ? ` to ${headers.location}` : ""}`, answer),
  ];
}

/** How an address that is not there is answered in general is a matter of its own. */
async function checkGone(address: string, get: Get): Promise<Difference[]> {
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, "410 or 404", answer)];
  const isGone = answer.status >= 400 && answer.status < 500;
  const isOwnSlash = answer.status >= 300 && answer.status < 400;
  return isGone || isOwnSlash ? [] : [differ("redirect", address, "410 or 404", String(answer.status), answer)];
}

async function checkUnknown(site: ExpectedSite, address: string, get: Get): Promise<Difference[]> {
  const expected = "404 with the not-found page";
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, expected, answer)];
  const page = site.files.find(({ path }) => path === NOT_FOUND_FILE)?.read();
  const [other] = page === undefined ? [] : checkContent(site, address, page, answer);
  if (answer.status !== 404 || other?.check === "content")
    return [differ("not-found", address, expected, `${answer.status}${other ? " with another text" : ""}`, answer)];
  if (other) return [other];
  const found = answer.headers["cache-control"] ?? "none";
  const isShort = (maxAgeOf(found) ?? 0) <= MOST_NOT_FOUND_S;
  return isShort ? [] : [differ("caching", address, `at most ${MOST_NOT_FOUND_S} seconds`, found, answer)];
}

async function checkBare(address: string, get: Get): Promise<Difference[]> {
  const expected = "the page, or a redirect to its /";
  const answer = await get(address);
  if ("failure" in answer) return [failed(address, expected, answer)];
  const location = answer.headers.location?.replace(/^https?:\/\/[^/]+/, "");
  const leads = answer.status >= 300 && answer.status < 400 && location?.replace(/[?#].*$/, "") === `${address}/`;
  return leads || answer.status === 200
    ? []
    : [differ("status", address, expected, `${answer.status}${location ? ` to ${location}` : ""}`, answer)];
}

async function checkHttps(
  { url }: ExpectedSite,
  now: () => number,
  get: Get,
  signal?: AbortSignal,
): Promise<Difference[]> {
  const plain = url.replace(/^https:/, "http:").replace(/:\d+$/, "");
  const [start, http] = await Promise.all([get("/"), ask(`${plain}/`, { signal })]);
  const differences: Difference[] = [];
  if ("failure" in http)
    differences.push(differ("https", `${plain}/`, `301 to ${url}/`, `no answer (${http.failure})`));
  else if (!(http.status >= 300 && http.status < 400 && http.headers.location?.startsWith("https:")))
    differences.push(differ("https", `${plain}/`, `301 to ${url}/`, String(http.status), http));
  if (!("failure" in start) && start.certificateEndsAt !== undefined) {
    const days = Math.floor((start.certificateEndsAt - now()) / DAY_MS);
    if (days < LEAST_CERTIFICATE_DAYS)
      differences.push(differ("certificate", url, `${LEAST_CERTIFICATE_DAYS} days or more`, `${days} days`, start));
  }
  return differences;
}

/** Browsers ask the relay first whether pages of this site may send to it. */
async function checkRelay({ url }: ExpectedSite, call: string, signal?: AbortSignal): Promise<Difference[]> {
  const { origin } = new URL(url);
  if (new URL(call).origin === origin) return [];
  const expected = `allows ${origin}`;
  const answer = await ask(call, {
    method: "OPTIONS",
    signal,
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "apikey, authorization, content-type, idempotency-key",
    },
  });
  if ("failure" in answer) return [differ("relay", call, expected, `no answer (${answer.failure})`)];
  const allowed = answer.headers["access-control-allow-origin"];
  const isAllowed = answer.status >= 200 && answer.status < 300 && (allowed === origin || allowed === "*");
  return isAllowed ? [] : [differ("relay", call, expected, `${answer.status}, allows ${allowed ?? "none"}`)];
}
