// A build after an edit of words that other pages show: these pages are rendered too, and the site is that of a whole build.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { contentSettled } from "../support/process/command.ts";
import { imageCacheDir } from "../support/site/image-cache-dir.ts";
import { finalContent } from "../support/site/init-site.ts";
import { type Variation, withBuiltSite } from "../support/site/rebuilt-site.ts";
import { exampleDir, small } from "../support/site/with-site.ts";

const own = (file: string) => readFileSync(join(exampleDir, file), "utf8");

/** `about` shows the titles of all pages, `404` that of the page that is the first word of its own text. */
const listing: Partial<Variation> = {
  base: exampleDir,
  write: {
    ...finalContent(),
    "templates/layout/page.tsx": own("templates/layout/page.tsx").replace(
      "<main>",
      `<main>
        {page.slug === "about" && site.list("pages").map((each) => <p key={each.slug}>{each.data.title}</p>)}
        {page.slug === "404" && <p>{site.find("pages", (page.data.sections as any)[0].words.split(" ")[0]).data.title}</p>}`,
    ),
    "content/pages/404.yaml": `title: Not here
description: This page is not here, and the start page leads to all of the walks.
sections:
  - { type: page-hero, heading: Not here, words: about it, action: { label: Start page, href: / } }
`,
  },
};

const TITLE = /(?<=^title: ).*/m;
const WORDS = /(?<=words: )\S+/;
const page = (name: string) => `content/pages/${name}.yaml`;

test("the pages that show a title change with it, edit after edit", () =>
  withBuiltSite(async (built) => {
    const edits: [path: string, from: RegExp, to: string][] = [
      [page("home"), TITLE, "Walks on the coast"],
      [page("about"), TITLE, "All about us"],
      // From here on it shows another page.
      [page("404"), WORDS, "home"],
      [page("home"), TITLE, "Walks"],
      [page("404"), TITLE, "Nothing is here"],
      [page("home"), TITLE, "Walks, long and short"],
      // Every font has these characters, and no page had them.
      [page("home"), TITLE, "Walks – “long” and short"],
      [page("about"), /Two guides and a dog/, "Three guides"],
      [page("home"), TITLE, "Walks on the coast"],
    ];
    for (const [path, from, to] of edits) await built.edited(path, from, to);
    await built.edited("content/site.yaml", /(?<=name: ).*/, "Harbour walks");
    await built.edited(page("home"), TITLE, "Walks");
    // Two at once, one of which the other shows.
    built.edit(page("home"), TITLE, "Harbour walks on the coast");
    await built.edited(page("about"), TITLE, "About the walks");
  }, listing));

test.each([page("about"), "content/walks/marsh.md"])("a release is refused once a text is a placeholder: %s", (path) =>
  withBuiltSite(async (built) => {
    const options = { root: built.site.root, imageCacheDir, release: true };
    await build(options);
    await contentSettled();
    await build(options);
    built.edit(path, /^(description|facts): .*/m, "$& # placeholder");
    await contentSettled();
    await expect(build(options)).rejects.toMatchObject({ diagnostics: [{ code: "CONTENT_PLACEHOLDER" }] });
  }, listing),
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
        "content/site.yaml": `${small("site.yaml")}
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
