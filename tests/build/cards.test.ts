// The card of each page: drawn from its picture, title and brand, as large as readers want it and no heavier than they take.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { openTypeface } from "../../cli/assets/fonts/typeface.ts";
import { fonts } from "../../templates/look/fonts.ts";
import { buildSite } from "../support/site/built-site.ts";
import { withSite } from "../support/site/with-site.ts";

const cardsOf = (files: readonly { readonly path: string; readonly content?: Uint8Array }[]) =>
  files.filter(({ path }) => path.startsWith("assets/cards/"));

describe("shared links", () => {
  test("show a card of 1200 by 630 pixels and 200 kB at most, one for each page", async () => {
    await withSite({}, async ({ root }) => {
      const site = await buildSite({ root });
      const cards = cardsOf(site.result.files);
      expect(cards).toHaveLength(site.paths.length);
      for (const { path, content = new Uint8Array() } of cards) {
        const { width, height, format } = await sharp(content).metadata();
        expect({ width, height, format }, path).toEqual({ width: 1200, height: 630, format: "jpeg" });
        expect(content.length, path).toBeLessThan(200_000);
      }
    });
  });

  test("show another card when the title changes, and only that page's", async () => {
    await withSite({}, async ({ root, write }) => {
      const before = cardsOf((await buildSite({ root })).result.files).map(({ path }) => path);
      const home = readFileSync(join(root, "content/pages/home.yaml"), "utf8");
      write({ "content/pages/home.yaml": home.replace(/heading: .*/, 'heading: "Sala w Łodzi, „wieczór”"') });
      const after = cardsOf((await buildSite({ root })).result.files).map(({ path }) => path);
      expect(after.filter((path) => !before.includes(path))).toHaveLength(1);
      expect(after).toHaveLength(before.length);
    });
  });
});

test("letters are drawn as outlines, those of further files of the font too, and unknown ones are left out", async () => {
  const display = fonts[0] as (typeof fonts)[number];
  const face = await openTypeface([display], "aŁ漢", ".");
  expect(face.outline("Ł", 10, 100, 50)).toMatch(/^M/);
  expect(face.measure("aŁ")).toBeGreaterThan(face.measure("a"));
  expect(face.measure("a漢")).toBe(face.measure("a"));
  expect(face.outline("漢", 0, 0, 50)).toBe("");
});

test("what the display face has not is drawn in the next font that has it", async () => {
  // Of Esperanto: in the second family alone.
  expect((await openTypeface(fonts.slice(0, 1), "aĜ", ".")).missingCharacters).toEqual(["Ĝ"]);
  const face = await openTypeface(fonts, "aĜ漢", ".");
  expect(face.missingCharacters).toEqual(["漢"]);
  expect(face.outline("Ĝ", 10, 100, 50)).toMatch(/^M/);
});
