// A file of the site → how the live one differs: status, content, type, caching, compression and headers.
import { hash } from "node:crypto";
import { contentTypeOf, fileClassOf, isText } from "../../emit/file-headers.ts";
import { headersFor } from "../hosts/rule-files.ts";
import type { Answer } from "./ask.ts";
import {
  type Ask,
  type Differs,
  type ExpectedFile,
  type ExpectedSite,
  requestPath,
  statusText,
} from "./expected-site.ts";

/** A file that is smaller is not worth compressing. */
const LEAST_PACKED_BYTES = 1_400;
const YEAR_S = 31_536_000;

export const checkFile = (site: ExpectedSite, { path, read }: ExpectedFile, ask: Ask) =>
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

export function checkContent({ url }: ExpectedSite, expected: Buffer, { body }: Answer, differs: Differs) {
  if (body.equals(expected)) return [];
  const text = body.toString();
  const other = originsIn(text).find(
    (origin) => origin !== url && text.replaceAll(origin, url) === expected.toString(),
  );
  return other === undefined ? differs("content", hashOf(body), hashOf(expected)) : differs("address", other, url);
}

/** The addresses of sites that a page, the sitemap or robots.txt names: one of them may be what it takes for its own. */
const originsIn = (text: string): string[] => [...new Set(text.match(/https?:\/\/[^/"'<>\s;]+/g))];

function checkType(path: string, { headers }: Answer, differs: Differs) {
  const expected = contentTypeOf(path);
  const found = headers["content-type"] ?? "none";
  const plain = (type: string) =>
    type
      .toLowerCase()
      .replace(/\s+/g, "")
      .replace(/;charset="?utf-8"?$/, "");
  const isSame = plain(found) === plain(expected) && (!expected.startsWith("text/html") || /utf-8/i.test(found));
  return isSame || plain(found) === OLDER_NAMES[plain(expected)] ? [] : differs("type", found, expected);
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

function checkCaching(path: string, { headers }: Answer, differs: Differs) {
  const found = headers["cache-control"] ?? "none";
  const age = maxAgeOf(found);
  if (fileClassOf(path) === "asset")
    return (age ?? 0) >= YEAR_S && /immutable/i.test(found) ? [] : differs("caching", found, "a year, immutable");
  const revalidates = age === 0 || /no-cache|no-store/i.test(found);
  return revalidates ? [] : differs("caching", found, "max-age=0, must-revalidate");
}

function checkCompression({ headers, body, encoding }: Answer, differs: Differs) {
  const isPacked = encoding !== "" || body.length < LEAST_PACKED_BYTES || !isText(headers["content-type"] ?? "");
  return isPacked ? [] : differs("compression", "none", "gzip or br");
}

function checkHeaders({ headers }: ExpectedSite, path: string, answer: Answer, differs: Differs) {
  const wanted = headersFor(headers, path.endsWith("index.html") ? requestPath(path) : `/${path}`);
  return [...wanted]
    .filter(([name]) => name !== "cache-control")
    .flatMap(([name, value]) => {
      const found = answer.headers[name];
      if (found === value) return [];
      return differs("headers", found === undefined ? "none" : `${name}: ${found}`, `${name}: ${value}`);
    });
}
