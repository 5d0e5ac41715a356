// A site below a path is compared as if it were at the root of its host.
import { expect, test } from "vitest";
import { atRoot } from "../../../../../../cli/publish/diff/compare/at-root.ts";
import type { SiteSide } from "../../../../../../cli/publish/diff/compare/site-side.ts";

const sideOf = (texts: Readonly<Record<string, string>>): SiteSide => ({
  about: { kind: "folder", name: "dist" },
  files: new Map(Object.entries(texts).map(([path, text]) => [path, text.length])),
  staticPages: new Set(),
  parallel: 1,
  hashOf: async (path) => path,
  read: async (path) => (texts[path] === undefined ? undefined : Buffer.from(texts[path])),
});

const page = (url: string, base: string) =>
  `<link rel="canonical" href="${url}${base}/"><a href="${base}/contact/">${base}</a><img srcset="${base}/assets/a.avif 1w, ${base}/assets/b.avif 2w"><style>src:url(${base}/assets/c.woff2)</style><a href="${url}/elsewhere/">`;

test("its addresses are those without the path, in pages and in the files beside them", async () => {
  const below = sideOf({
    "index.html": page("https://user.github.io", "/preview"),
    "sitemap.xml": "<loc>https://user.github.io/preview/contact/</loc>",
    _redirects: "/preview/old/ /preview/contact/ 301\n",
    "icon.png": "/preview/",
  });
  const { read } = await atRoot(below);
  expect(String(await read("index.html"))).toBe(page("https://user.github.io", "").replace("></a>", ">/preview</a>"));
  expect(String(await read("sitemap.xml"))).toBe("<loc>https://user.github.io/contact/</loc>");
  expect(String(await read("_redirects"))).toBe("/old/ /contact/ 301\n");
  expect(String(await read("icon.png"))).toBe("/preview/");
  expect(await read("missing.html")).toBeUndefined();
});

test("a site at the root is the same", async () => {
  const side = sideOf({ "index.html": page("https://www.example.com", "") });
  expect(await atRoot(side)).toBe(side);
});
