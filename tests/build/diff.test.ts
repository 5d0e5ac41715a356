// What changes for visitors, from real content: against an earlier commit, a target and the last build.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diffTable } from "../../cli/commands/diff-table.ts";
import { pagesText } from "../../cli/commands/report.ts";
import { build, check, deploy, diff, renameEntry, type SiteChange } from "../../cli/index.ts";
import { countPages } from "../../cli/publish/diff/compare/site-change.ts";
import { treeOf } from "../support/process/command.ts";
import { commitAll, git } from "../support/site/committed-site.ts";
import { imageCacheDir } from "../support/site/image-cache-dir.ts";
import { withSite } from "../support/site/with-site.ts";

const pagesOf = ({ pages }: SiteChange) =>
  pages
    .filter(({ changes }) => changes.length > 0)
    .map(({ kind, address, to }) => [kind, address, ...(to ? [to] : [])]);

test("an earlier commit is compared with the content of now, and nothing of the user's is touched", () =>
  withSite({ ".gitignore": ".eventsite/\n" }, async ({ root, edit }) => {
    commitAll(root);
    writeFileSync(join(root, "content/staged.txt"), "staged");
    git(root, "add", "content/staged.txt");
    rmSync(join(root, "content/staged.txt"));
    await renameEntry({ root, from: "services/gala-dinners", to: "galas" });
    edit("content/pages/contact.yaml", /^title: .*$/m, "title: Write to us");
    rmSync(join(root, "content/legal/terms.md"));
    edit("content/site.yaml", /href: \/terms/g, "href: /contact");
    const before = [git(root, "status", "--porcelain"), git(root, "stash", "list"), treeOf(join(root, "content"))];

    const { change, warnings } = await diff({ root, against: "HEAD" });
    const terms = readFileSync(join(root, ".eventsite/diff/now/sitemap.xml"), "utf8");
    expect(terms).not.toContain("terms");
    expect(change.pages.map(({ kind, address, to }) => [kind, address, to])).toContainEqual([
      "moved",
      "/services/gala-dinners/",
      "/services/galas/",
    ]);
    expect(pagesOf(change)).toContainEqual(["gone", "/terms/"]);
    const contact = change.pages.find(({ address }) => address === "/contact/");
    expect(contact?.changes[0]).toMatchObject({
      what: "head",
      name: "title",
      after: expect.stringContaining("Write to us"),
    });
    expect(warnings.map(({ code, severity }) => [code, severity])).toContainEqual(["ROUTE_VANISHED", "warning"]);
    expect([git(root, "status", "--porcelain"), git(root, "stash", "list"), treeOf(join(root, "content"))]).toEqual(
      before,
    );
    expect(existsSync(join(root, "dist"))).toBe(false);

    // The same revision again: what it was built into is there.
    const [kept = ""] = readdirSync(join(root, ".eventsite/diff")).filter((name) => name !== "now");
    const built = treeOf(join(root, ".eventsite/diff", kept, "site"));
    expect((await diff({ root, against: "HEAD" })).change).toEqual(change);
    expect(treeOf(join(root, ".eventsite/diff", kept, "site"))).toEqual(built);
  }));

test("what is live at a target is read, and left as it is", () =>
  withSite({}, async ({ root, edit }) => {
    appendFileSync(
      join(root, "content/site.yaml"),
      '\npublish:\n  preview: { to: "file:www" }\n  public: { to: "file:public", live: true }\n',
    );
    const empty = await diff({ root, against: "preview" });
    expect(empty.change.pages.map(({ kind }) => kind)).toEqual(new Array(7).fill("added"));
    expect(existsSync(join(root, "www"))).toBe(false);
    await deploy({ root, target: "preview" });
    expect((await diff({ root, against: "preview" })).change).toMatchObject({ pages: [], unchanged: 6 });
    // Published for another address: that is no change of a page.
    await deploy({ root, target: "preview", siteUrl: "https://preview.example.com" });
    expect((await diff({ root, against: "preview" })).change.pages).toEqual([]);
    edit("content/pages/contact.yaml", /^title: .*$/m, "title: Write to us");
    writeFileSync(join(root, "www/terms/index.html"), "<h1>Changed by hand</h1>");
    const live = treeOf(join(root, "www"));
    const { change } = await diff({ root, against: "preview" });
    expect(pagesOf(change)).toEqual([
      ["changed", "/contact/"],
      ["changed", "/terms/"],
    ]);
    expect(treeOf(join(root, "www"))).toEqual(live);
    // A site that was uploaded by other means is read as a whole.
    rmSync(join(root, "www/.eventsite"), { recursive: true });
    expect(pagesOf((await diff({ root, against: "preview" })).change)).toEqual(pagesOf(change));
    // Without a name: the target that is live, where nothing is yet, or the only one.
    expect((await diff({ root })).change.before).toMatchObject({ kind: "target", name: "public", pages: 0 });
    edit("content/site.yaml", / {2}public: .*\n/, "");
    expect((await diff({ root })).change.before).toMatchObject({ kind: "target", name: "preview" });
  }));

test("without a target, the last build is compared with, else the last commit", () =>
  withSite({ ".gitignore": ".eventsite/\ndist/\n" }, async ({ root, edit }) => {
    commitAll(root);
    expect((await diff({ root })).change.before).toMatchObject({ kind: "revision", name: "HEAD" });
    await build({ root });
    edit("content/pages/contact.yaml", /^title: .*$/m, "title: Write to us");
    const { change } = await diff({ root });
    expect(change.before).toMatchObject({ kind: "folder", name: "dist" });
    expect(pagesOf(change)).toEqual([["changed", "/contact/"]]);
  }));

test("of a service that is retired, a link that is gone and pictures, it says what was done to them, and its counts agree", () =>
  withSite(
    { ".gitignore": ".eventsite/\n" },
    async ({ root, edit }) => {
      commitAll(root);
      rmSync(join(root, "content/services/press-conferences.yaml"));
      edit("content/services/event-planning.yaml", /service: press-conferences/, "service: seminars-workshops");
      appendFileSync(
        join(root, "content/site.yaml"),
        "\nmoved:\n  - { from: /services/press-conferences/, to: /services }\n",
      );
      edit("content/site.yaml", /(quickLinks:[\s\S]*?)\n {6}- \{ label: Talent, href: \/talent \}/, "$1");
      edit("content/venues/downtown-rooftop.yaml", /focus: .*/, "focus: { x: 5, y: 50 }");
      edit("content/venues/downtown-hotel.yaml", /alt: .*/, "alt: A ballroom of a hotel");
      edit("content/venues/midtown-warehouse.yaml", /src: .*/, "src: gala-ballroom.webp");
      edit("content/venues/midtown-warehouse.yaml", /alt: .*/, "alt: A ballroom instead");
      const { change } = await diff({ root, against: "HEAD", imageCacheDir });

      const gone = change.pages.filter(({ kind }) => kind !== "changed");
      expect(gone.map(({ kind, address, to }) => [kind, address, to])).toEqual([
        ["gone", "/services/press-conferences/", "/services/"],
      ]);
      const venues = change.pages.find(({ address }) => address === "/venues/");
      expect(venues?.changes.filter((each) => each.what === "picture")).toMatchObject([
        { kind: "described", under: "Hotel Corvane", after: { alt: "A ballroom of a hotel" } },
        { kind: "cropped", under: "Tallow Terrace", after: { alt: expect.stringMatching(/^Rooftop/) } },
        { kind: "replaced", under: "Brickmere Works", after: { alt: "A ballroom instead" } },
      ]);
      const links = change.repeated.map(({ change: each, pages }) =>
        each.what === "link" ? [each.text, each.before, each.after, pages.length] : each,
      );
      expect(links).toEqual([
        ["Press conferences", "/services/press-conferences/", undefined, 25],
        ["Talent", "/talent/", undefined, 24],
      ]);
      expect(change.look.layout).toEqual([]);

      const table = diffTable(change);
      expect(table).toContain("removed, its address leads to /services/\n");
      expect(table).toContain("- link       “Talent” to /talent/\n");
      expect(table).toMatch(/picture +cut differently: rooftop-dusk\n/);
      expect(table).toMatch(/picture +described as “A ballroom of a hotel”, before “Hotel/);
      expect(table).toMatch(
        /replaced: warehouse-tables → gala-ballroom\n +described as “A ballroom instead”, before “/,
      );
      expect(table).not.toMatch(/LOOK|same page/);
      // The pages of now, of which each is one of these; the build counts the not-found page beside them.
      expect(countPages(change)).toMatchObject({ added: 0, changed: 24, moved: 0, styled: 0, same: 0, gone: 1 });
      expect([change.before.pages, change.after.pages]).toEqual([25, 24]);
      expect(pagesText((await check({ root })).routes)).toBe("24 pages and the not-found page");
    },
    "frozen",
  ));

test("content in a folder of a larger repository is found at the same place of an earlier commit", () =>
  withSite({}, async ({ root, edit }) => {
    const site = join(root, "sites/one");
    mkdirSync(site, { recursive: true });
    renameSync(join(root, "content"), join(site, "content"));
    commitAll(root);
    edit("sites/one/content/pages/contact.yaml", /^title: .*$/m, "title: Write to us");
    expect(pagesOf((await diff({ root: site, against: "HEAD" })).change)).toEqual([["changed", "/contact/"]]);
  }));
