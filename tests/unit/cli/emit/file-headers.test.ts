import { expect, test } from "vitest";
import { headersOf } from "../../../../cli/emit/file-headers.ts";

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
  expect(headersOf(path)).toEqual({ contentType, cacheControl });
});

test("a redirect is cached for a minute: it may become a page", () => {
  expect(headersOf("old/index.html", "redirect")).toEqual({
    contentType: "text/html; charset=utf-8",
    cacheControl: SHORT,
  });
});

test("a page under the address of its folder is served as a page", () => {
  for (const key of ["contact", "contact/"])
    expect(headersOf(key, "key")).toEqual({ contentType: "text/html; charset=utf-8", cacheControl: REVALIDATED });
});
