// How much script visitors load, in kB gzipped.
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type BuiltSite, buildSite } from "../support/site/built-site.ts";

const gzipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

const FOLDER = "assets/scripts/";

/** The files that a script needs before it can run, itself first. */
function needed(site: BuiltSite, path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name = ""] of site.file(path).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    needed(site, FOLDER + name, found);
  return found;
}

/** The files that a script fetches while it runs. */
const fetched = (site: BuiltSite, path: string): string[] =>
  [...site.file(path).matchAll(/import\("\.\/([^"]+\.js)"\)/g)].map(([, name = ""]) => FOLDER + name);

/**
 * Bytes, gzipped one by one as a host sends them. `before` has the scripts of every page and of islands that wake without a touch, `all`
 * everything that a visitor may bring in by using the page.
 */
function scriptWeight(site: BuiltSite, html: string) {
  const loader = /<script type="module" src="\/([^"]+)"/.exec(html)?.[1];
  const own = [...html.matchAll(/<script async src="\/([^"]+)"/g)].map(([, path = ""]) => path);
  const everywhere = own.reduce((total, path) => total + gzipped(site.bytes(path)), 0);
  if (loader === undefined) return { before: everywhere, all: everywhere };
  const islands = [...html.matchAll(/data-island="([^"]+)" data-hydrate="([^"]+)"/g)].map(([, name, time]) => ({
    time,
    path: fetched(site, loader).find((path) => path.includes(`island_${name}-`)) ?? "",
  }));
  const weigh = (paths: readonly string[]) => {
    const files = new Set<string>();
    for (const path of paths) needed(site, path, files);
    return files;
  };
  const sum = (files: Iterable<string>) => [...files].reduce((total, path) => total + gzipped(site.bytes(path)), 0);
  const unasked = islands.filter(({ time }) => time !== "used");
  const before = weigh([loader, ...unasked.map(({ path }) => path)]);
  const all = weigh([loader, ...islands.map(({ path }) => path)]);
  for (const path of all) if (path !== loader) for (const later of fetched(site, path)) needed(site, later, all);
  return { before: everywhere + sum(before), all: everywhere + sum(all) };
}

const site = await buildSite();
const KB = 1000;
const htmlOf = (path: string) => site.file(site.result.routes.find((route) => route.path === path)?.file ?? "");
const islandsOf = (path: string) => [...htmlOf(path).matchAll(/data-island="([^"]+)"/g)].map(([, name]) => name ?? "");
const HEAVY = ["hero-carousel", "testimonials", "request-form"];

test("the loader weighs at most 2 kB", () => {
  const loader = site.result.files.find(({ path }) => path.startsWith("assets/scripts/loader-"));
  expect(gzipped(loader?.content ?? "x".repeat(9999))).toBeLessThanOrEqual(2 * KB);
});

describe.each(site.paths)("%s", (path) => {
  test("carries script only where an island is, and little of it without a form or carousel", () => {
    const islands = islandsOf(path);
    const { before } = scriptWeight(site, htmlOf(path));
    const scripts = htmlOf(path).match(/<script(?! type="application\/ld\+json")[^>]*>/g);
    expect(scripts).toEqual(islands.length > 0 ? [expect.stringContaining("/loader-")] : null);
    if (!islands.some((name) => HEAVY.includes(name))) expect(before).toBeLessThanOrEqual(6 * KB);
  });
});

test("before a touch the start page weighs at most 8 KiB, every other page 6 KiB", () => {
  const KIB = 1024;
  const heavy = site.paths
    .map((path) => ({ path, before: scriptWeight(site, htmlOf(path)).before }))
    .filter(({ path, before }) => before > (path === "/" ? 8 : 6) * KIB);
  expect(heavy).toEqual([]);
});

test("the start page weighs at most 32.9 kB with everything used, and some pages have no island", () => {
  expect(islandsOf("/")).toEqual(expect.arrayContaining(HEAVY));
  expect(scriptWeight(site, htmlOf("/")).all).toBeLessThanOrEqual(32.9 * KB);
  expect(site.paths.filter((path) => islandsOf(path).length === 0).length).toBeGreaterThan(10);
});

test("neither schemas nor content reach the browser", () => {
  const scripts = site.result.files.filter(({ path }) => path.endsWith(".js"));
  for (const { path } of scripts)
    expect(site.file(path)).not.toMatch(/ZodError|Evenhall|416-555-0142|\beval\(|new Function\(/);
});
