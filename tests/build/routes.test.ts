import { expect, test } from "vitest";
import { REPLY_PAGES } from "../../relay/contract.ts";
import { buildSite } from "../support/site/built-site.ts";
import { attribute, select } from "../support/site/html.ts";

const site = await buildSite();

const SERVICES = [
  ..."event-planning event-design venue-services equipment-logistics corporate-conferences product-launches".split(" "),
  ..."executive-summits gala-dinners corporate-holiday-parties networking-events team-building-retreats".split(" "),
  ..."virtual-hybrid-events trade-shows seminars-workshops press-conferences vip-dinners".split(" "),
].map((slug) => `/services/${slug}/`);
const OTHERS = "services venues talent contact terms-of-service privacy-policy".split(" ").map((slug) => `/${slug}/`);
const ROUTES = ["/", ...OTHERS, ...SERVICES].sort();

/** Where forms lead without script; search engines are asked to pass them by. */
const REPLIES = ["/thank-you/", "/try-again/"];

const htmlFileOf = (route: string) => `${route.slice(1)}index.html`;

test("the site has the 23 routes of the specification, the not-found page, two answers to forms, and no other page", () => {
  expect(ROUTES).toHaveLength(22 + 1);
  expect([...site.paths].sort()).toEqual([...ROUTES, ...REPLIES, "/404.html"].sort());
  const pages = site.result.files.map(({ path }) => path).filter((path) => path.endsWith(".html"));
  expect(pages.sort()).toEqual([...[...ROUTES, ...REPLIES].map(htmlFileOf), "404.html"].sort());
});

test("every route tells its file and the file's size", () => {
  for (const { path, file, bytes } of site.result.routes) {
    expect(file).toBe(path === "/404.html" ? "404.html" : htmlFileOf(path));
    expect(bytes).toBe(site.bytes(file).length);
  }
});

test("the content has nothing to warn of", () => {
  expect(site.result.warnings).toEqual([]);
});

test("sitemap.xml lists the 23 routes, and neither the not-found page nor the answers to forms", () => {
  const sitemap = site.file("sitemap.xml");
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  expect(sitemap).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org/);
  expect(listed.sort()).toEqual(ROUTES.map((route) => `https://www.example.com${route}`));
});

test("robots.txt lets everyone in and names the sitemap", () => {
  expect(site.file("robots.txt")).toBe("User-agent: *\nAllow: /\n\nSitemap: https://www.example.com/sitemap.xml\n");
});

test("the web manifest names the company and icons that are published in the size it gives", () => {
  const manifest = JSON.parse(site.file("site.webmanifest"));
  expect(manifest).toMatchObject({
    name: "Evenhall Events Inc.",
    short_name: "Evenhall",
    lang: "en-CA",
    start_url: "/",
  });
  expect(manifest.icons).toHaveLength(3);
  for (const { src, sizes, type } of manifest.icons) {
    const png = Buffer.from(site.bytes(src.slice(1)));
    expect(type).toBe("image/png");
    expect(png.subarray(1, 4).toString("latin1"), src).toBe("PNG");
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

test("files are listed once, in the order of their paths, with hashes that differ when their bytes do", () => {
  const paths = site.result.files.map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)].sort());
  const byHash = new Map(site.result.files.map(({ hash, content }) => [hash, Buffer.from(content ?? "")]));
  for (const { path, hash, content } of site.result.files) {
    expect(byHash.get(hash)?.equals(Buffer.from(content ?? "")), path).toBe(true);
  }
});

test("the pages a form leads to are those the relay knows, and search engines are asked to pass them by", () => {
  expect(Object.values(REPLY_PAGES)).toEqual(REPLIES);
  for (const path of REPLIES) {
    const robots = select(site.page(path), "meta[name=robots]").map((meta) => attribute(meta, "content"));
    expect(robots, path).toEqual(["noindex"]);
  }
});
