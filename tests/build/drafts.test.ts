// An entry whose words are all placeholders is a draft; a build says what it leaves out and how many placeholders it publishes.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build, check, createEntry } from "../../cli/index.ts";
import { run } from "../support/process/command.ts";
import { shortForm } from "../support/site/problems.ts";
import { withSite } from "../support/site/with-site.ts";

const about = { kind: "page", name: "About us" } as const;
const venue = { kind: "venue", name: "Loft" } as const;

describe("a starter", () => {
  test("is a draft: neither page nor list shows it, until some of its words are written", () =>
    withSite({}, async ({ root, edit }) => {
      const page = await createEntry({ root, ...about });
      const entry = await createEntry({ root, ...venue });
      const drafts = [page.file, entry.file].sort();
      const before = await build({ root, write: false });
      expect(before.unfinished).toEqual({ placeholders: 0, drafts, starters: [] });
      expect(before.routes.map(({ path }) => path)).not.toContain("/about-us/");
      const home = before.files.find(({ path }) => path === "index.html")?.content;
      expect(String(home)).not.toContain("Loft");
      edit(entry.file, /^kind: .*$/m, "kind: Loft with a view");
      const after = await build({ root, write: false });
      expect(after.unfinished).toEqual({ placeholders: 6, drafts: [page.file], starters: [entry.file] });
      expect(String(after.files.find(({ path }) => path === "index.html")?.content)).toContain("Loft with a view");
    }));

  test("is published where drafts are asked for", () =>
    withSite({}, async ({ root }) => {
      await createEntry({ root, ...about });
      const { routes, unfinished } = await check({ root, drafts: true });
      expect(routes.map(({ path }) => path)).toContain("/about-us/");
      expect(unfinished?.drafts).toEqual([]);
    }));

  test("that a page names or links to is reported there", () =>
    withSite({}, async ({ root, edit }) => {
      await createEntry({ root, ...about });
      await createEntry({ root, ...venue });
      edit("content/pages/home.yaml", "href: /contact", "href: /about-us#top");
      edit("content/pages/home.yaml", "heading: Venues", "heading: Venues\n    venues: [loft]");
      const { diagnostics } = await check({ root });
      expect(diagnostics.map((each) => [shortForm(each), each.message])).toEqual([
        [
          "pages/home.yaml:9:15 CONTENT_UNKNOWN_ROUTE",
          'The page "/about-us" is a draft: all its words are placeholders.',
        ],
        [
          "pages/home.yaml:12:14 CONTENT_UNKNOWN_REFERENCE",
          '"loft" of content/venues is a draft: all its words are placeholders.',
        ],
      ]);
    }));

  test("that is the only entry leaves its list empty, on each page that shows it", () =>
    withSite({ "content/venues/harbour-hotel.yaml": null }, async ({ root, edit }) => {
      await createEntry({ root, ...venue });
      edit("content/pages/contact.yaml", /$(?![\s\S])/, "  - { type: venue-list, heading: Venues }\n");
      const { diagnostics } = await check({ root });
      expect(diagnostics.map((each) => [shortForm(each), each.message])).toEqual([
        [
          "pages/home.yaml:10:11 CONTENT_EMPTY_COLLECTION (warning)",
          "/ shows the entries of content/venues, which has only drafts in it: there is nothing under its heading. So does 1 more page.",
        ],
      ]);
    }));
});

describe("the report of a build", () => {
  test("counts the placeholders it publishes and names the drafts, also where nothing changed", () =>
    withSite({}, async ({ root, edit }) => {
      await createEntry({ root, ...about });
      edit("content/site.yaml", /^( {2}tagline: .*)$/m, "$1 # placeholder");
      const text =
        "1 value of it is a placeholder: `eventsite check --release` lists them.\nNot published, as a draft: content/pages/about-us.yaml.\n";
      for (const command of ["build", "build", "check"]) {
        const end = await run([command], { cwd: root });
        expect(end).toMatchObject({ code: 0, stderr: "" });
        expect(end.stdout.replace(/^.*\n/, "")).toBe(text);
      }
      const { stdout } = await run(["build", "--json"], { cwd: root });
      expect(JSON.parse(stdout)).toMatchObject({ ok: true, placeholders: 1, drafts: ["content/pages/about-us.yaml"] });
      rmSync(join(root, "content/pages/about-us.yaml"));
      edit("content/site.yaml", " # placeholder", "");
      expect((await run(["build"], { cwd: root })).stdout).toMatch(/^Built .*\n$/);
    }));

  test("names an entry with some of its sample words until the last is written, and no other with placeholders", () =>
    withSite({}, async ({ root, edit }) => {
      const { file } = await createEntry({ root, ...venue });
      edit("content/venues/harbour-hotel.yaml", /^(kind: .*)$/m, "$1 # placeholder");
      edit(file, /^kind: .*$/m, "kind: Loft with a view");
      const named = `Sample words are still in ${file}.`;
      for (const command of ["build", "build", "check"])
        expect((await run([command], { cwd: root })).stdout.split("\n")).toContain(named);
      edit(file, / # placeholder/g, "");
      expect((await run(["build"], { cwd: root })).stdout).not.toContain(file);
    }));

  test("leaves an entry out only where every text of it is a placeholder", () =>
    withSite({}, async ({ root, edit }) => {
      edit("content/venues/harbour-hotel.yaml", /^(?:kind|description|area): .*$/gm, "$& # placeholder");
      expect((await check({ root })).unfinished).toEqual({ placeholders: 3, drafts: [], starters: [] });
    }));
});
