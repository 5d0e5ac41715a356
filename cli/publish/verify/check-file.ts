// A file of the site → how the live one differs: status, content, type, caching, compression and headers.
import { hash } from "node:crypto";
import { contentTypeOf, fileClassOf, isText } from "../../emit/file-headers.ts";
import { headersFor } from "../hosts/rule-files.ts";
import type { Answer } from "./ask.ts";
import { differ, type ExpectedFile, type ExpectedSite, failed, type Get, requestPath } from "./expected-site.ts";
import type { Difference } from "./host-fixes.ts";

/** A file that is smaller is not worth compressing. */
const LEAST_PACKED_BYTES = 1_400;
const YEAR_S = 31_536_000;

export async function checkFile(site: ExpectedSite, file: ExpectedFile, get: Get): Promise<Difference[]> {
  const address = requestPath(file.path);
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

const hashOf = (body: Buffer): string => hash("sha256", body).slice(0, 12);

export function checkContent({ url }: ExpectedSite, address: string, expected: Buffer, answer: Answer): Difference[] {
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
  return isSame || plain(found) === OLDER_NAMES[plain(expected)]
    ? []
    : [differ("type", address, expected, found, answer)];
}

/** Of the same types. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  "text/javascript": "application/javascript",
  "image/x-icon": "image/vnd.microsoft.icon",
  "application/xml": "text/xml",
};

export const maxAgeOf = (cacheControl: string): number | undefined => {
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
  if (
    !isText(answer.headers["content-type"] ?? "") ||
    answer.body.length < LEAST_PACKED_BYTES ||
    answer.encoding !== ""
  )
    return [];
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
