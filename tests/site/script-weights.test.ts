// How much script visitors load, in kB gzipped.
import { describe, expect, test } from "vitest";
import { buildSite } from "../support/built-site.ts";
import { gzipped, scriptWeight } from "../support/script-weights.ts";

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
  test("carries the visit's script, more only where an island is, and little of it without a form or carousel", () => {
    const islands = islandsOf(path);
    const { before } = scriptWeight(site, htmlOf(path));
    const scripts = htmlOf(path).match(/<script(?! type="application\/ld\+json")[^>]*>/g);
    const visit = expect.stringMatching(/^<script async src="\/assets\/scripts\/visit-[0-9a-f]{16}\.js">$/);
    if (islands.length > 0) expect(scripts).toEqual([expect.stringContaining("/loader-"), visit]);
    else expect(scripts).toEqual([visit]);
    if (islands.length === 0) expect(before).toBeLessThanOrEqual(400);
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

test("the start page weighs at most 32 kB with everything used, and some pages have no island", () => {
  expect(islandsOf("/")).toEqual(expect.arrayContaining(HEAVY));
  expect(scriptWeight(site, htmlOf("/")).all).toBeLessThanOrEqual(32 * KB);
  expect(site.paths.filter((path) => islandsOf(path).length === 0).length).toBeGreaterThan(10);
});

test("neither schemas nor content reach the browser", () => {
  const scripts = site.result.files.filter(({ path }) => path.endsWith(".js"));
  for (const { path } of scripts)
    expect(site.file(path)).not.toMatch(/ZodError|Evenhall|416-555-0142|\beval\(|new Function\(/);
});
