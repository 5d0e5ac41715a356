// The site as its owner writes it: it builds with each of its readings, nothing is reported, and links lead somewhere. What it says is tested nowhere.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildSite } from "../support/site/built-site.ts";
import { linksOf, select } from "../support/site/html.ts";
import { projectDir } from "../support/site/with-site.ts";

const readings = readdirSync(join(projectDir, "content"), { recursive: true, encoding: "utf8" }).flatMap((path) => {
  const [, slug = "", variant = ""] = /([^/\\]+)@([^/\\]+)\.(?:yaml|md)$/.exec(path) ?? [];
  return slug ? [{ [slug]: variant }] : [];
});

describe.each([{}, ...readings])("content/ with the readings %j", async (variants: Record<string, string>) => {
  const site = await buildSite({ root: projectDir, variants });

  test("has nothing to warn of", () => {
    expect(site.result.warnings).toEqual([]);
  });

  test("links only to pages, files and parts of pages that it has", () => {
    const files = new Set(site.result.files.map(({ path }) => `/${path}`));
    const lost = site.paths.flatMap((path) =>
      linksOf(site.page(path)).filter(({ href }) => {
        const [target = "", fragment] = href.split("#");
        if (/^(?:https?|mailto|tel):/.test(href) || files.has(target)) return false;
        const goal = target === "" ? path : target;
        if (!site.paths.includes(goal)) return true;
        return fragment && fragment !== "top" && select(site.page(goal), `[id=${fragment}]`).length !== 1;
      }),
    );
    expect(lost).toEqual([]);
  });
});
