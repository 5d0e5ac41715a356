// A build after an edit of words that other pages show: these pages are rendered too, and the site is that of a whole build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { contentSettled } from "../e2e/command.ts";
import { imageCacheDir } from "../support/image-cache-dir.ts";
import { type Variation, withBuiltSite } from "../support/rebuilt-site.ts";
import { projectDir, type SiteFiles } from "../support/with-site.ts";

const look = (file: string) =>
  readFileSync(join(projectDir, "tests/fixtures/sites/bicycle-workshop/look", file), "utf8");

/** `about` shows the titles of all pages, `404` that of the page that is the first word of its own text. */
const workshop = (changed: SiteFiles = {}): Partial<Variation> => ({
  base: "bicycle-workshop",
  folders: { contentDir: "words", templatesDir: "look" },
  write: {
    "look/page.tsx": look("page.tsx").replace(
      "    <main>\n",
      `    <main>
        {slug === "about" && site.list("sheets" as never).map((sheet: any) => <p key={sheet.slug}>{sheet.data.title}</p>)}
        {slug === "404" && <p>{(site as any).find("sheets", (data.sections as any)[0].words.split(" ")[0]).data.title}</p>}\n`,
    ),
    "words/sheets/404.yaml": `title: Not here
description: This page is not here.
sections:
  - { type: welcome, heading: Not here, words: about it, action: { label: Start page, href: / } }
`,
    ...changed,
  },
});

const TITLE = /(?<=^title: ).*/m;
const WORDS = /(?<=words: )\S+/;
const sheet = (name: string) => `words/sheets/${name}.yaml`;

test("the pages that show a title change with it, edit after edit", () =>
  withBuiltSite(async (built) => {
    const edits: [path: string, from: RegExp, to: string][] = [
      [sheet("start"), TITLE, "Bicycles on the canal"],
      [sheet("about"), TITLE, "All about us"],
      // From here on it shows another page.
      [sheet("404"), WORDS, "start"],
      [sheet("start"), TITLE, "Bicycles"],
      [sheet("404"), TITLE, "Nothing is here"],
      [sheet("start"), TITLE, "Bicycles, mended and new"],
      // Every font has these characters, and no page had them.
      [sheet("start"), TITLE, "Bicycles – “mended” and new"],
      [sheet("about"), /Two mechanics and a dog/, "Three mechanics"],
      [sheet("start"), TITLE, "Bicycles on the canal"],
    ];
    for (const [path, from, to] of edits) await built.edited(path, from, to);
    await built.edited("words/site.yaml", /(?<=name: ).*/, "Wheels");
    await built.edited(sheet("start"), TITLE, "Bicycles");
    // Two at once, one of which the other shows.
    built.edit(sheet("start"), TITLE, "Wheels on the canal");
    await built.edited(sheet("about"), TITLE, "About Wheels");
  }, workshop()));

test.each([sheet("about"), "words/bikes/racer.md"])("a release is refused once a text is a placeholder: %s", (path) =>
  withBuiltSite(async (built) => {
    const options = { root: built.site.root, imageCacheDir, contentDir: "words", templatesDir: "look", release: true };
    await build(options);
    await contentSettled(built.site.root, "words");
    await build(options);
    built.edit(path, /^(description|price): .*/m, "$& # placeholder");
    await contentSettled(built.site.root, "words");
    await expect(build(options)).rejects.toMatchObject({ diagnostics: [{ code: "CONTENT_PLACEHOLDER" }] });
  }, workshop()),
);

test("a redirect page shows the title of the page that it leads to", () =>
  withBuiltSite(
    async (built) => {
      built.edit("content/services/gala-dinners.yaml", TITLE, "Galas in Toronto");
      await built.rebuild();
      expect(readFileSync(join(built.site.root, "dist/dinners/index.html"), "utf8")).toContain("Galas in Toronto");
    },
    {
      write: {
        "content/site.yaml": `${readFileSync(join(projectDir, "tests/fixtures/sites/small/content/site.yaml"), "utf8")}
moved: [{ from: /dinners, to: /services/gala-dinners }]
`,
      },
    },
  ));

test("a value of site.yaml renders the pages that have values in their texts, or that read it", () =>
  withBuiltSite(async (built) => {
    const SITE = "content/site.yaml";
    const FIGURE = /(?<=events: ).*/;
    // The start page and the terms.
    expect(await built.edited(SITE, FIGURE, '"480+"')).toBe(2);
    expect(await built.edited("content/legal/terms.md", /$(?![\s\S])/, "\nAfter {figures.events} evenings.\n")).toBe(1);
    expect(await built.edited(SITE, FIGURE, '"500+"')).toBe(2);
    const all = await built.edited(SITE, /$(?![\s\S])/, 'notice: { text: "Closed on Monday" }\n');
    expect(await built.edited(SITE, /Closed on Monday/, "Closed on Tuesday")).toBe(all);
    expect(await built.edited(SITE, /(?<=phone: ).*/, "416-555-0143")).toBe(all);
  }));
