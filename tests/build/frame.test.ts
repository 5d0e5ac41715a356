// What every page of the frozen site keeps to, whichever it is. What it says in its head and around its main part is in outline.test.ts.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { buildSite, sectionsOf } from "../support/site/built-site.ts";
import { attribute, elementsOf, linksOf, one, select, text } from "../support/site/html.ts";
import { projectDir } from "../support/site/with-site.ts";

const site = await buildSite();
const variants = await buildSite({ variants: { home: "no-form", "event-planning": "b" } });
const pages = [
  ...site.paths.map((path) => ({ name: path, path, of: site })),
  { name: "home@no-form", path: "/", of: variants },
  { name: "event-planning@b", path: "/services/event-planning/", of: variants },
];
const SECTION_TYPES = [
  "legal",
  ...readdirSync(join(projectDir, "templates/sections"), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  ),
];

describe.each(pages)("$name", ({ path, of }) => {
  const page = of.page(path);
  const [route] = of.result.routes.filter((each) => each.path === path);
  const html = of.file(route?.file ?? "");

  test("begins as a document whose charset is known at once", () => {
    expect(html.startsWith('<!DOCTYPE html><html lang="en-CA"><head><meta charset="utf-8">')).toBe(true);
  });

  test("shares a picture that is published in the size it tells", async () => {
    const [image = "", width, height] = ["og:image", "og:image:width", "og:image:height"].map((name) =>
      attribute(one(page, `meta[property=${name}]`), "content"),
    );
    const card = await sharp(of.bytes(image.replace("https://www.example.com/", ""))).metadata();
    expect([width, height]).toEqual([String(card.width), String(card.height)]);
  });

  test("refers to icons, a manifest and pictures of the company that are published", () => {
    const [{ logo, image } = {}] = JSON.parse(text(one(page, "script[type=application/ld+json]")))["@graph"];
    const files = ["icon", "apple-touch-icon", "manifest"].flatMap((rel) => select(page, `link[rel=${rel}]`));
    const addresses = [...files.map((link) => attribute(link, "href")), logo, image].map(String);
    expect(addresses).toHaveLength(6);
    for (const address of addresses)
      expect(of.bytes(address.replace(/^https:\/\/[^/]*/, "").slice(1)).length).toBeGreaterThan(100);
  });

  test("shows pictures in the true size of a published file", async () => {
    for (const image of select(page, "img")) {
      const src = attribute(image, "src") ?? "";
      const { width, height } = await sharp(of.bytes(src.slice(1))).metadata();
      expect([attribute(image, "width"), attribute(image, "height")], src).toEqual([String(width), String(height)]);
    }
  });

  test("has one style element, no inline style and no event handler", () => {
    expect(select(page, "style")).toHaveLength(1);
    for (const element of elementsOf(page)) {
      const names = element.attrs.map(({ name }) => name);
      expect(names.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
    }
    expect(html).not.toMatch(/javascript:/i);
  });

  test("carries the styles of the sections it shows and of no other", () => {
    const css = text(one(page, "style"));
    const shown = path.match(/terms|privacy/) ? ["legal"] : sectionsOf(page).map(({ type }) => type);
    // A rule of the section's own begins with its class; other sheets may name it further on.
    const styled = SECTION_TYPES.filter((type) =>
      new RegExp(`(?:^|[{};,])(?:\\.section)?\\.${type}(?=[{.:,\\s>+~[])`).test(css),
    );
    expect(styled).toEqual(SECTION_TYPES.filter((type) => shown.includes(type)));
  });

  test("marks the link to itself as the current page, and no link to another", () => {
    const current = select(page, "a[aria-current=page]").map((link) => attribute(link, "href")?.replace(/#top$/, ""));
    expect([...new Set(current)].filter((href) => href !== path)).toEqual([]);
    const inFooter = linksOf(one(page, "footer")).some(({ href }) => href.replace(/#top$/, "") === path);
    expect(current.length > 0).toBe(inFooter);
    const [navigation] = select(one(page, "header"), "nav");
    if (!navigation) throw new Error("The bar has no navigation.");
    const marked = select(navigation, "a[aria-current]").map((link) => attribute(link, "href"));
    const around = linksOf(navigation).filter(({ href }) => path.startsWith(href));
    expect(new Set(marked)).toEqual(new Set(around.map(({ href }) => href)));
  });
});
