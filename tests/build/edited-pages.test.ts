// A build after an edit that only pages of their own show: these pages are rendered and replaced, and the site is that of a whole build.
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { contentSettled } from "../support/process/command.ts";
import { imageCacheDir } from "../support/site/image-cache-dir.ts";
import { finalContent } from "../support/site/init-site.ts";
import { type Variation, withBuiltSite } from "../support/site/rebuilt-site.ts";
import { exampleDir, projectDir } from "../support/site/with-site.ts";

const SERVICE = "content/services/gala-dinners.yaml";
/** Of its last section: the first heading is on the picture for shared links too. */
const HEADING = /(?<=call-to-action\n {4}heading: ).*/;
const TERMS = "content/legal/terms.md";

describe("an edit of a text", () => {
  test("renders its page alone, edit after edit", () =>
    withBuiltSite(async ({ site, edited }) => {
      for (const words of ["Dinners, at last", "Dinners", "Galas"]) {
        expect(await edited(SERVICE, HEADING, words)).toBe(1);
        expect(readFileSync(join(site.root, "dist/services/gala-dinners/index.html"), "utf8")).toContain(
          `${words}</h2>`,
        );
      }
      expect(readdirSync(site.root).filter((name) => name.startsWith(".dist"))).toEqual([]);
    }));

  test("above a place that a warning names moves that place", () =>
    withBuiltSite(async ({ site, edit, rebuild }) => {
      const alone = "content/legal/alone.md";
      site.write({
        [alone]: readFileSync(join(site.root, TERMS), "utf8").replace(/^(title|description): /gm, "$1: Unlinked "),
      });
      await rebuild();
      edit(alone, /^---\n/, "---\n# noted\n");
      await rebuild();
    }));
});

test("what is known of the last build may be spoilt, cut short, or of another program: the whole site is built", () =>
  withBuiltSite(async ({ site, edit, rebuild }) => {
    const dir = join(site.root, ".eventsite/manifests");
    const [name = ""] = readdirSync(dir).filter((file) => file.endsWith(".facts"));
    const spoilers: ((path: string) => void)[] = [
      (path) => appendFileSync(path, "\0"),
      (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
      (path) => writeFileSync(path, ""),
    ];
    for (const [round, spoil] of spoilers.entries()) {
      expect(existsSync(join(dir, name))).toBe(true);
      spoil(join(dir, name));
      edit(SERVICE, HEADING, `Dinners ${round}`);
      await rebuild();
    }
  }));

describe("templates that keep more than plain data of an entry", () => {
  const own = (path: string) => readFileSync(join(exampleDir, path), "utf8");
  /** The start page lists what the other pages keep of themselves. */
  const keeping = (kept: string, shown: string): Variation => ({
    base: exampleDir,
    write: {
      // Of placeholders, only a build that writes warns.
      ...finalContent(),
      "templates/model/pages.ts": own("templates/model/pages.ts").replace(
        "summarize: ({ title }) => ({ title })",
        `summarize: ({ title, sections }) => ({ title, kept: ${kept} })`,
      ),
      "templates/layout/page.tsx": own("templates/layout/page.tsx").replace(
        "<main>",
        `<main>{site.list("pages").map(({ slug, data }) => <p key={slug}>{${shown}}</p>)}`,
      ),
    },
  });
  const TEXT = /(?<=words: ).*/;

  test("show the edit where the data differs in what JSON leaves out", () =>
    withBuiltSite(
      async ({ edit, rebuild }) => {
        edit("content/pages/thank-you.yaml", TEXT, "Other words");
        await rebuild();
      },
      keeping('new Map([["words", sections[0]?.words]])', 'data.kept.get("words")'),
    ));

  test.each([
    ["objects of a class", 'new URL("https://example.com/")', "String(data.kept)"],
    ["functions", "() => title", "data.kept()"],
    ["big integers", "7n", "String(data.kept)"],
  ])("show the same after an edit of another page: %s", (_, kept, shown) =>
    withBuiltSite(
      async ({ edit, rebuild }) => {
        edit("content/pages/home.yaml", TEXT, "Other words");
        await rebuild();
      },
      keeping(kept, shown),
    ),
  );
});

test("a build that is started from another folder names files from there", () =>
  withBuiltSite(async ({ site, edit }) => {
    edit(SERVICE, HEADING, "Dinners # for all");
    const from = (root: string) =>
      build({
        root,
        imageCacheDir,
        contentDir: join(site.root, "content"),
        outDir: join(site.root, "dist"),
      });
    const { warnings } = await from(site.root);
    expect(warnings.map(({ file }) => file)).toEqual([SERVICE]);
    await contentSettled();
    await from(site.root);
    const elsewhere = await from(projectDir);
    expect(elsewhere.warnings.map(({ file }) => file)).toEqual([join(site.root, SERVICE)]);
  }));
