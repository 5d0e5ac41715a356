// Checks each address of the site: the expected answer, and how the live answer differs.

import { hash } from "node:crypto";
import { contentTypeOf, fileClassOf, isText } from "../../hosting/file-headers.ts";
import type { HeaderRule } from "../../hosting/host-headers.ts";
import { hostOfAnswer, type LiveCheck } from "../../hosting/hosts.ts";
import { encodeTarget, type MovedAddresses } from "../../hosting/redirect-files.ts";
import { addressOf, bareAddress, NOT_FOUND_FILE } from "../../routes/addresses.ts";
import { basePathOf, belowBase } from "../../routes/base-path.ts";
import { headersFor } from "../hosts/rule-files.ts";
import { type HttpAnswer, isUnanswered, type NoAnswer } from "./ask.ts";
import { type Difference, fixFor } from "./host-fixes.ts";

export interface ExpectedSite extends MovedAddresses {
  /** The address for visitors, without a slash at its end. */
  readonly url: string;
  /** Paths relative to the site. Each file is read when its address has answered: a site may be large. */
  readonly files: readonly { readonly path: string; read(): Buffer }[];
  readonly headers: readonly HeaderRule[];
  /** The address that forms are posted to; undefined for a site without forms. */
  readonly relayCall: string | undefined;
}

type ExpectedFile = ExpectedSite["files"][number];

/** Reports a difference in an answer. Default of `expected`: that of the whole answer. */
type Differs = (check: LiveCheck, found: string, expected?: string) => Difference[];

/** Asks for an address of the site, and compares the answer. A missing answer is a difference of its own. */
export type Ask = (
  address: string,
  expected: string,
  compare: (answer: HttpAnswer, differs: Differs) => Difference[],
) => Promise<Difference[]>;

const requestPath = (path: string): string => encodeURI(addressOf(path));

export const differ = (
  check: LiveCheck,
  address: string,
  expected: string,
  found: string,
  answer?: HttpAnswer | NoAnswer,
): Difference => ({
  check,
  address,
  expected,
  found,
  fix: fixFor(check, !answer || isUnanswered(answer) ? undefined : hostOfAnswer(answer.headers)),
});

/** "200", "301 to /new/", "no answer (ECONNREFUSED)" */
export function statusText(answer: HttpAnswer | NoAnswer): string {
  if (isUnanswered(answer)) return `no answer (${answer.failure})`;
  const { location } = answer.headers;
  return location ? `${answer.status} to ${location}` : String(answer.status);
}

/** Smaller files need no compression. */
const LEAST_PACKED_BYTES = 1_400;
const YEAR_S = 31_536_000;

export const checkPublishedFile = (site: ExpectedSite, { path, read }: ExpectedFile, ask: Ask) =>
  ask(requestPath(path), "200", (answer, differs) => {
    if (answer.status !== 200) return differs("status", statusText(answer));
    return [
      ...checkContent(site, read(), answer, differs),
      ...checkType(path, answer, differs),
      ...checkCaching(path, answer, differs),
      ...checkCompression(answer, differs),
      ...checkHeaders(site, path, answer, differs),
    ];
  });

const hashOf = (body: Buffer): string => hash("sha256", body).slice(0, 12);

function checkContent({ url }: ExpectedSite, expected: Buffer, { body }: HttpAnswer, differs: Differs) {
  if (body.equals(expected)) return [];
  const text = body.toString();
  const other = originsIn(text).find(
    (origin) => origin !== url && text.replaceAll(origin, url) === expected.toString(),
  );
  return other === undefined ? differs("content", hashOf(body), hashOf(expected)) : differs("address", other, url);
}

/** The origins that a page, the sitemap or robots.txt names: one of them may be what the site was built for. */
const originsIn = (text: string): string[] => [...new Set(text.match(/https?:\/\/[^/"'<>\s;]+/g))];

function checkType(path: string, { headers }: HttpAnswer, differs: Differs) {
  const expected = contentTypeOf(path);
  const type = headers["content-type"] ?? "none";
  const plain = (type: string) =>
    type
      .toLowerCase()
      .replace(/\s+/g, "")
      .replace(/;charset="?utf-8"?$/, "");
  const isSame = plain(type) === plain(expected) && (!expected.startsWith("text/html") || /utf-8/i.test(type));
  return isSame || plain(type) === OLDER_NAMES[plain(expected)] ? [] : differs("type", type, expected);
}

/** Older names of the same types. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  "text/javascript": "application/javascript",
  "image/x-icon": "image/vnd.microsoft.icon",
  "application/xml": "text/xml",
};

const maxAgeOf = (cacheControl: string): number | undefined => {
  const [, seconds] = /(?:^|[,\s])max-age=(\d+)/i.exec(cacheControl) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
};

function checkCaching(path: string, { headers }: HttpAnswer, differs: Differs) {
  const cacheControl = headers["cache-control"] ?? "none";
  const age = maxAgeOf(cacheControl);
  if (fileClassOf(path) === "asset")
    return (age ?? 0) >= YEAR_S && /immutable/i.test(cacheControl)
      ? []
      : differs("caching", cacheControl, "a year, immutable");
  const revalidates = age === 0 || /no-cache|no-store/i.test(cacheControl);
  return revalidates ? [] : differs("caching", cacheControl, "max-age=0, must-revalidate");
}

function checkCompression({ headers, body, encoding }: HttpAnswer, differs: Differs) {
  const isPacked = encoding !== "" || body.length < LEAST_PACKED_BYTES || !isText(headers["content-type"] ?? "");
  return isPacked ? [] : differs("compression", "none", "gzip or br");
}

function checkHeaders({ headers }: ExpectedSite, path: string, answer: HttpAnswer, differs: Differs) {
  const required = headersFor(headers, path.endsWith("index.html") ? requestPath(path) : `/${path}`);
  return [...required]
    .filter(([name]) => name !== "cache-control")
    .flatMap(([name, value]) => {
      const actual = answer.headers[name];
      if (actual === value) return [];
      return differs("headers", actual === undefined ? "none" : `${name}: ${actual}`, `${name}: ${value}`);
    });
}

/** With a longer cache time, visitors would still see the not-found page when the page is there again. */
const MOST_NOT_FOUND_S = 300;

export const leadsOn = (status: number): boolean => status >= 300 && status < 400;

export const checkRedirect = ({ url, files }: ExpectedSite, address: string, to: string, ask: Ask) =>
  ask(address, `301 to ${to}`, (answer, differs) => {
    const base = basePathOf(url);
    const { status, headers, body } = answer;
    const location = headers.location === undefined ? undefined : new URL(headers.location, url + address);
    if ((status === 301 || status === 308) && location?.href === new URL(belowBase(base, encodeTarget(to)), url).href)
      return [];
    // The first redirect may lead to the other spelling of the address.
    if (leadsOn(status) && location && bareAddress(location.pathname) === bareAddress(base + address)) return [];
    // Hosts without redirects answer with the page at the old address.
    const isPage = ({ path, read }: ExpectedFile) =>
      bareAddress(requestPath(path)) === bareAddress(address) && read().equals(body);
    return status === 200 && files.some(isPage) ? [] : differs("redirect", statusText(answer));
  });

/** Another check is for the not-found page. */
export const checkGone = (address: string, ask: Ask) =>
  ask(address, "410 or 404", ({ status }, differs) => {
    const isGone = status >= 400 && status < 500;
    return isGone || leadsOn(status) ? [] : differs("redirect", String(status));
  });

export const checkUnknown = (site: ExpectedSite, address: string, ask: Ask) =>
  ask(address, "404 with the not-found page", (answer, differs) => {
    const page = site.files.find(({ path }) => path === NOT_FOUND_FILE)?.read();
    const other = page === undefined ? [] : checkContent(site, page, answer, differs);
    if (answer.status !== 404 || other[0]?.check === "content")
      return differs("not-found", `${answer.status}${other.length > 0 ? " with another text" : ""}`);
    if (other.length > 0) return other;
    const cacheControl = answer.headers["cache-control"] ?? "none";
    const isShort = (maxAgeOf(cacheControl) ?? 0) <= MOST_NOT_FOUND_S;
    return isShort ? [] : differs("caching", cacheControl, `at most ${MOST_NOT_FOUND_S} seconds`);
  });

export const checkBare = ({ url }: ExpectedSite, address: string, ask: Ask) =>
  ask(address, "the page, or a redirect to its /", ({ status, headers }, differs) => {
    const location = headers.location?.replace(/^https?:\/\/[^/]+/, "");
    if (status === 200 || (leadsOn(status) && location?.replace(/[?#].*$/, "") === `${basePathOf(url)}${address}/`))
      return [];
    return differs("status", `${status}${location ? ` to ${location}` : ""}`);
  });
