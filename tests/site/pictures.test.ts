// The pictures of the site: each page has one of its own, none is twice on a page, and the masters are fit to publish.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { imageSize } from "image-size";
import { beforeAll, describe, expect, test } from "vitest";
import { type BuiltSite, buildSite, sectionOfType, sectionsOf } from "../support/built-site.ts";
import { attribute, type HtmlElement, one, select } from "../support/html.ts";
import { projectDir } from "../support/with-site.ts";

const imagesDir = join(projectDir, "content/images");
const masters = readdirSync(imagesDir).filter((name) => /\.(?:webp|jpe?g)$/.test(name));
const stems = masters.map((name) => name.replace(/\.\w+$/, "")).sort((a, b) => b.length - a.length);

let site: BuiltSite;
beforeAll(async () => {
  site = await buildSite();
});

/** The master a published picture was made from; drawings such as wordmarks have none. */
function masterOf(image: HtmlElement): string | undefined {
  const name = (attribute(image, "src") ?? "").split("/").at(-1) ?? "";
  return stems.find((stem) => name.startsWith(`${stem}-`));
}
const mastersIn = (root: HtmlElement) => select(root, "img").flatMap((image) => masterOf(image) ?? []);
const opening = (path: string) => {
  const [first] = sectionsOf(site.page(path));
  if (!first) throw new Error(`${path} has no section.`);
  return mastersIn(first.element);
};

describe("pictures of pages", () => {
  test("each page that opens with pictures opens with its own", () => {
    const seen = new Map<string, string>();
    const services = site.paths.filter((path) => /^\/services\/.+/.test(path));
    expect(services).toHaveLength(16);
    for (const path of ["/", "/services/", "/venues/", "/talent/", ...services]) {
      const main = path === "/" ? opening(path) : opening(path).slice(0, 1);
      expect(main, path).not.toHaveLength(0);
      for (const master of main) {
        expect(seen.get(master), `${master} on ${path}`).toBeUndefined();
        seen.set(master, path);
      }
    }
  });

  test.each(["/", "/contact/", "/services/event-design/"])("no picture is twice on %s", (path) => {
    expectNoneTwice(path);
  });

  test("no picture is on a page twice", () => {
    for (const path of site.paths) expectNoneTwice(path);
  });

  function expectNoneTwice(path: string) {
    const shown = mastersIn(one(site.page(path), "main"));
    expect(
      shown.filter((master, index) => shown.indexOf(master) !== index),
      path,
    ).toEqual([]);
  }

  test("the specification's pictures are there: three heroes, nine tiles, three venues, three artists, banner, skyline, story", () => {
    const count = (path: string, type: string) => mastersIn(sectionOfType(site.page(path), type).element).length;
    expect(count("/", "hero-carousel")).toBe(3);
    expect(count("/", "service-tiles")).toBe(9);
    expect(count("/venues/", "venue-list")).toBe(3);
    expect(count("/talent/", "artist-list")).toBe(3);
    expect(count("/services/event-planning/", "banner")).toBe(1);
    expect(count("/services/event-planning/", "success-story")).toBe(1);
    expect(mastersIn(one(site.page("/contact/"), "main"))).toEqual(["skyline-contact"]);
  });
});

const DETAILS = ["candle-garland.webp", "name-card.webp", "scale-model-table.webp"];

describe("masters", () => {
  test.each(masters)("%s has the size of a master and weighs no more than 500 kB", (name) => {
    const bytes = readFileSync(join(imagesDir, name));
    const { width } = imageSize(bytes);
    // Details are cut from a larger picture and shown small.
    expect(width).toBeGreaterThanOrEqual(DETAILS.includes(name) ? 800 : 1600);
    expect(width).toBeLessThanOrEqual(2000);
    expect(bytes.length).toBeLessThanOrEqual(500_000);
  });

  test("all of them together weigh no more than 25 MB", () => {
    const total = masters.reduce((sum, name) => sum + statSync(join(imagesDir, name)).size, 0);
    expect(total).toBeLessThanOrEqual(25_000_000);
  });

  test("each of them is on a page, or is the picture of shared links", () => {
    const settings = readFileSync(join(projectDir, "content/site.yaml"), "utf8");
    const [, social = ""] = /socialImage:\n +src: ([\w-]+)\./.exec(settings) ?? [];
    const shown = new Set(site.paths.flatMap((path) => mastersIn(one(site.page(path), "main"))));
    shown.add(social);
    expect(stems.filter((stem) => !shown.has(stem))).toEqual([]);
  });
});
