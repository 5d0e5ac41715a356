import { expect, test } from "vitest";
import { contentTypeOf, fileClassOf, publishedHeaders } from "../../../../cli/hosting/file-headers.ts";

const REVALIDATED = "public, max-age=0, must-revalidate";
const SHORT = "public, max-age=60, must-revalidate";
const FOR_EVER = "public, max-age=31536000, immutable";

test.each([
  ["index.html", "text/html; charset=utf-8", REVALIDATED],
  ["contact/index.html", "text/html; charset=utf-8", REVALIDATED],
  ["404.html", "text/html; charset=utf-8", SHORT],
  ["sitemap.xml", "application/xml; charset=utf-8", REVALIDATED],
  ["site.webmanifest", "application/manifest+json; charset=utf-8", REVALIDATED],
  ["assets/fonts/imbue-0a1b2c3d.woff2", "font/woff2", FOR_EVER],
  ["assets/images/0a1b2c3d.AVIF", "image/avif", FOR_EVER],
  ["assets/scripts/start-ABCDEFGH.js", "text/javascript; charset=utf-8", FOR_EVER],
  ["_headers", "application/octet-stream", REVALIDATED],
  ["constructor", "application/octet-stream", REVALIDATED],
])("%s is served as %s, %s", (path, contentType, cacheControl) => {
  expect(publishedHeaders(path)).toEqual({ contentType, cacheControl });
});

test("a redirect is cached for a minute: it may become a page", () => {
  for (const key of ["old/index.html", "old"])
    expect(publishedHeaders(key, "redirect")).toEqual({ contentType: "text/html; charset=utf-8", cacheControl: SHORT });
});

test("a page under the address of its folder is served as a page", () => {
  for (const key of ["contact", "contact/"])
    expect(publishedHeaders(key, "key")).toEqual({
      contentType: "text/html; charset=utf-8",
      cacheControl: REVALIDATED,
    });
});

test.each([
  ["assets/scripts/start-ABCDEFGH.js", "asset"],
  ["404.html", "not-found"],
  ["old/404.html", "page"],
  ["sitemap.xml", "sitemap"],
  ["old/sitemap.xml", "file"],
  ["my/assets/a.js", "file"],
  ["index.html", "page"],
  ["html", "file"],
])("%s is of the class %s", (path, expected) => {
  expect(fileClassOf(path)).toBe(expected);
});

test.each([
  ["css", "text/css; charset=utf-8"],
  ["json", "application/json; charset=utf-8"],
  ["txt", "text/plain; charset=utf-8"],
  ["svg", "image/svg+xml"],
  ["webp", "image/webp"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["png", "image/png"],
  ["ico", "image/x-icon"],
  ["pdf", "application/pdf"],
  ["PDF", "application/pdf"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["ics", "text/calendar; charset=utf-8"],
  ["mp4", "video/mp4"],
  ["zip", "application/zip"],
  ["unknown", "application/octet-stream"],
])("a file that ends in .%s is %s", (ending, contentType) => {
  expect(contentTypeOf(`assets/a.b.${ending}`)).toBe(contentType);
});
