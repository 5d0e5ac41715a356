// The font files of a built site: what they hold, what they weigh, and that content decides what is added.
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { create, type Font } from "fontkit";
import { beforeAll, describe, expect, test } from "vitest";
import { makeFonts } from "../../cli/assets/fonts/make-fonts.ts";
import { fonts } from "../../templates/look/fonts.ts";
import { type BuiltSite, buildSite } from "../support/site/built-site.ts";
import { one, select } from "../support/site/html.ts";
import { withSite } from "../support/site/with-site.ts";

const fontsOf = ({ result, bytes }: BuiltSite) =>
  result.files
    .filter(({ path }) => path.endsWith(".woff2"))
    .map(({ path, bytes: size }) => ({ path, size, font: create(Buffer.from(bytes(path))) as Font }));

const has = (font: Font, text: string) =>
  [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

describe("the fonts of the site", () => {
  let site: BuiltSite;
  beforeAll(async () => {
    site = await buildSite();
  });

  test("are two variable ones of 70 kB at most together", () => {
    const made = fontsOf(site);
    expect(made.map(({ font }) => font.familyName).sort()).toEqual(
      ["Hanken Grotesk", "Imbue"].map((name) => expect.stringContaining(name)),
    );
    expect(made.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(70_000);
    const axes = Object.fromEntries(
      made.map(({ path, font }) => [path.replace(/.*\/(\w+).*/, "$1"), font.variationAxes]),
    );
    expect(axes).toMatchObject({
      imbue: { wght: { min: 400, max: 500 }, opsz: { min: 10, max: 100 } },
      hanken: { wght: { min: 400, max: 700 } },
    });
  });

  test("hold Latin-1 and typographic punctuation, and tell their licence", () => {
    for (const { font } of fontsOf(site)) {
      expect(has(font, "Événements à 450 €, “déjà vu” – l’été — “ß, ñ, å, ø”…")).toBe(true);
      expect(font.copyright).toMatch(/Project Authors/);
      expect(JSON.stringify(Reflect.get(font, "name"))).toContain("scripts.sil.org/OFL");
    }
  });

  test("are asked for early by every page, under addresses that exist", () => {
    const addresses = fontsOf(site).map(({ path }) => `/${path}`);
    for (const path of site.paths) {
      const preloads = select(one(site.page(path), "head"), "link").filter(({ attrs }) =>
        attrs.some(({ name, value }) => name === "as" && value === "font"),
      );
      expect(preloads.map(({ attrs }) => attrs.find(({ name }) => name === "href")?.value).sort()).toEqual(addresses);
    }
  });
});

test("characters beyond them come in files of their own, and only when the content holds them", async () => {
  await withSite({}, async ({ root, write }) => {
    const plain = fontsOf(await buildSite({ root }));
    expect(plain.some(({ font }) => has(font, "Ł"))).toBe(false);
    const home = readFileSync(join(root, "content/pages/home.yaml"), "utf8");
    write({ "content/pages/home.yaml": home.replace(/^title: .*$/m, 'title: "Sala w \\u0141odzi, ź &#380;"') });
    const site = await buildSite({ root });
    const more = fontsOf(site).filter(({ path }) => !plain.some((known) => known.path === path));
    expect(more).toHaveLength(2);
    for (const { font } of more) expect(has(font, "Łźż")).toBe(true);
    expect(site.file("index.html")).toMatch(/unicode-range:U\+141,U\+17a,U\+17c\}/);
  });
});

test("a font file that is not there is reported by its name", async () => {
  await withSite({}, async ({ root }) => {
    const family = { ...(fonts[0] as (typeof fonts)[number]), files: ["./fonts/gone.woff2"] as [string] };
    await expect(
      makeFonts({ families: [family], characters: "", templatesDir: root, cacheDir: join(root, "cache") }),
    ).rejects.toMatchObject({
      diagnostics: [{ code: "BUNDLE_FAILED", message: expect.stringContaining("./fonts/gone.woff2") }],
    });
  });
});

test("fonts that no build has used for a month are deleted when new ones are made", async () => {
  await withSite({}, async ({ root }) => {
    const cacheDir = join(root, "cache");
    mkdirSync(cacheDir);
    const daysAgo = (days: number) => Date.now() / 1000 - days * 86_400;
    for (const [name, days] of [["old", 31] as const, ["recent", 29] as const]) {
      writeFileSync(join(cacheDir, `${name}.json`), "{}");
      utimesSync(join(cacheDir, `${name}.json`), daysAgo(days), daysAgo(days));
    }
    await makeFonts({ families: fonts, characters: "", templatesDir: root, cacheDir });
    const left = readdirSync(cacheDir);
    expect(left).toHaveLength(2);
    expect(left).toContain("recent.json");
  });
});

test("a font is packed when it is asked for, once, and no page waits for it", async () => {
  await withSite({}, async ({ root }) => {
    const job = { families: fonts, characters: "", templatesDir: root, cacheDir: join(root, "cache") };
    const { files, css, urls } = await makeFonts(job);
    expect(files.map((file) => file.find())).toEqual([undefined, undefined]);
    expect(urls).toEqual(files.map(({ path }) => `/${path}`));
    for (const url of urls) expect(css).toContain(url);
    const [first] = files;
    const made = await first?.make();
    expect(readFileSync(made?.from ?? "", "latin1").slice(0, 4)).toBe("wOF2");
    const again = await makeFonts(job);
    expect(again.css).toBe(css);
    expect(again.files.map((file) => file.find())).toEqual([made, undefined]);
  });
});
