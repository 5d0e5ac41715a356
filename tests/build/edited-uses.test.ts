// A build after an edit of links, ids and pictures: the pages that show it are rendered, pictures come and go, and the site is that of a whole
// build.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentSettled } from "../e2e/command.ts";
import { photo } from "../support/pictures.ts";
import { type Built, withBuiltSite } from "../support/rebuilt-site.ts";
import { projectDir } from "../support/with-site.ts";

const words = (path: string) => readFileSync(join(projectDir, "tests/fixtures/sites/small", path), "utf8");
const SERVICE = "content/services/gala-dinners.yaml";
const TERMS = "content/legal/terms.md";
/** Of the picture at the top of the page, which lists do not show. */
const HERO = /(?<=^ {6}src: ).*/m;
const LINK = /(?<=href: )\/\S+/;
const END = /$(?![\s\S])/;

const write = {
  "content/images/low.png": await photo(640, 640, { x: 20, y: 20 }).png().toBuffer(),
  "content/images/high.png": await photo(640, 640, { x: 80, y: 80 }).png().toBuffer(),
  "content/images/deep.png": await photo(640, 640).toColourspace("rgb16").png().toBuffer(),
  "content/images/tiny.png": await photo(60, 40).png().toBuffer(),
};

/** A picture is published under its name, a size and a hash. */
const hasPicture = ({ site }: Built, name: string) =>
  readdirSync(join(site.root, "dist/assets/images")).some((file) => file.startsWith(`${name}-`));

test("a picture comes with the page that shows it, and goes with the last one", () =>
  withBuiltSite(
    async (built) => {
      await built.edited(SERVICE, HERO, "low.png");
      await built.edited(TERMS, END, "\n![A room](low.png)\n");
      await built.edited(SERVICE, HERO, "high.png");
      await built.edited(SERVICE, /(?<=high\.png)/, "\n      focus: { x: 10, y: 20 }");
      expect(hasPicture(built, "low")).toBe(true);
      await built.edited(TERMS, /!\[A room\].*\n/, "");
      expect(hasPicture(built, "low")).toBe(false);
      await built.edited(SERVICE, HERO, "room.png");
      expect(hasPicture(built, "high")).toBe(false);
      // In lists, and on the picture for shared links.
      await built.edited(SERVICE, /(?<=^ {2}src: ).*/m, "low.png");
      await built.edited(SERVICE, /(?<=^ {4}heading: ).*/m, "Galas");
      // Too small for where it is shown, which is reported.
      await built.edited(SERVICE, HERO, "tiny.png");
      await built.edited(SERVICE, HERO, "low.png");
    },
    { write },
  ));

test("links to pages and their parts are checked against all others", () =>
  withBuiltSite(async (built) => {
    await built.edited(SERVICE, LINK, "/terms");
    await built.edited(SERVICE, LINK, "/terms#changes");
    await built.edited(TERMS, END, "\nAs [said](#introduction), and [shown](https://example.com/).\n");
    await built.edited(TERMS, END, "\n## More\n\nWords.\n");
    await built.edited(SERVICE, /changes/, "m%6Fre");
    await built.edited(TERMS, /## Changes/, "## Edits");
    // The part that the other page links to.
    built.edit(TERMS, /## More/, "## Less");
    await built.expectRefused();
    built.edit(SERVICE, /m%6Fre/, "less");
    await contentSettled(built.site.root);
    await built.rebuild();
    built.edit(SERVICE, /#less/, "#more");
    await built.expectRefused();
    built.edit(SERVICE, /#more/, "#less");
    built.edit(TERMS, /#introduction/, "#nowhere");
    await built.expectRefused();
    built.edit(TERMS, /#nowhere/, "#less");
    await contentSettled(built.site.root);
    await built.rebuild();
  }));

test("a page that no link leads to any more is reported, and one that a link leads to again is not", () =>
  withBuiltSite(
    async (built) => {
      await built.edited(SERVICE, LINK, "/alone");
      await built.edited(TERMS, /See.*\n/, "");
      // From here on it is reported.
      await built.edited(SERVICE, LINK, "/contact");
      await built.edited(SERVICE, LINK, "/alone");
    },
    {
      write: {
        [TERMS]: `${words(TERMS)}\nSee [alone](/alone).\n`,
        "content/legal/alone.md":
          "---\ntitle: Alone\ndescription: A page that others link to now and then, in a few words.\nheading: Alone\nupdated: January 2025\nnotice: None.\n---\n\n## One\n\nWords.\n",
        "content/pages/home.yaml": `title: Rooms that are ready before the doors open
description: A small site for tests, with one of everything that a page of the real site may hold.
sections:
  - { type: page-hero, heading: Ready before the doors open }
  - type: cards
    heading: What we do
    cards:
      - { title: Planning, text: From the brief to the last truck., href: /services/gala-dinners }
      - { title: Terms, text: The terms., href: /terms }
`,
      },
    },
  ));

test("a download is published as long as a page links to it", () =>
  withBuiltSite(
    async (built) => {
      const isThere = () => existsSync(join(built.site.root, "dist/downloads/guide.pdf"));
      await built.edited(SERVICE, LINK, "/downloads/guide.pdf");
      expect(isThere()).toBe(true);
      await built.edited(TERMS, END, "\nSee [the guide](/downloads/guide.pdf).\n");
      await built.edited(SERVICE, LINK, "/contact");
      await built.edited(TERMS, /See.*\n/, "");
      expect(isThere()).toBe(false);
    },
    {
      write: {
        "content/downloads/guide.md":
          "---\ntitle: A guide\nsubtitle: What to know\nfooter: Call us.\n---\n\n## Rooms\n\nBook them.\n",
      },
    },
  ));
