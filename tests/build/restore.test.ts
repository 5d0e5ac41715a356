// What `restore` finds, writes, leaves and refuses.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diff, restore } from "../../cli/index.ts";
import { type Change, set } from "../support/site/changed-values.ts";
import { decapFiles, sveltiaFiles } from "../support/site/cms-files.ts";
import { commitAll, git } from "../support/site/committed-site.ts";
import { refusalOf } from "../support/site/refusal-of.ts";
import { type TestSite, withSite } from "../support/site/with-site.ts";

const writers = [decapFiles(), sveltiaFiles];

const nothing: Change = (values) => values;

const ROOM = "content/pages/contact.yaml";
const TERMS = "content/legal/terms.md";

/** A committed site; `save` writes a file as Decap does, with other values. */
function withCommitted(act: (site: TestSite & { save(path: string, change: Change): void }) => Promise<void>) {
  return withSite({ ".gitignore": ".eventsite/\n" }, async (site) => {
    site.edit(ROOM, /^title: /m, "# What the tab of the browser says.\ntitle: ");
    commitAll(site.root);
    await act({
      ...site,
      save(path, change) {
        const isMarkdown = path.endsWith(".md");
        const [decap] = writers;
        if (decap) site.write({ [path]: decap.write(change(decap.read(site.read(path), isMarkdown)), isMarkdown, []) });
      },
    });
  });
}

describe("`restore`", () => {
  test("writes what a CMS has changed since a revision, committed or not, and leaves files that are new or the same", () =>
    withCommitted(async ({ root, read, write, save }) => {
      const before = read(ROOM);
      save(ROOM, set("title", "Write to us"));
      commitAll(root, "from the CMS");
      save(TERMS, nothing);
      write({
        "content/venues/pier.yaml": read("content/venues/harbour-hotel.yaml").replace(/^name: .*/m, "name: Pier"),
      });
      const added = read("content/venues/pier.yaml");
      const { restored, unchanged, warnings } = await restore({ root, since: "HEAD~1" });
      expect(warnings).toEqual([]);
      expect(restored.find(({ file }) => file === ROOM)).toEqual({ file: ROOM, lines: 1 });
      expect(read(ROOM)).toBe(before.replace(/^title: .*/m, "title: Write to us"));
      expect(read("content/venues/pier.yaml")).toBe(added);
      expect(git(root, "diff", "--stat", "HEAD~1", "--", TERMS)).toBe("");
      const again = await restore({ root, since: "HEAD~1" });
      expect(again).toEqual({ restored: [], unchanged: expect.arrayContaining([ROOM]), warnings: [] });
      expect(unchanged).toEqual([]);
    }));

  test("follows an entry that has another name", () =>
    withCommitted(async ({ root, read, save }) => {
      const [old, now] = ["content/venues/harbour-hotel.yaml", "content/venues/pier-hotel.yaml"];
      const before = read(old);
      save(old, set("name", "Pier Hotel"));
      git(root, "mv", old, now);
      expect((await restore({ root, since: "HEAD" })).restored).toEqual([{ file: now, lines: 1 }]);
      expect(read(now)).toBe(before.replace(/^name: .*/m, "name: Pier Hotel"));
    }));

  test("leaves what it cannot bring back safely, byte for byte, and says why", () =>
    withCommitted(async ({ root, read, write, edit }) => {
      edit(ROOM, /^title: .*/m, "title: Ours # agreed with the owner");
      write({ [TERMS]: "---\ntitle: [Terms\n---\n\nText.\n" });
      const texts = [read(ROOM), read(TERMS)];
      const { restored, warnings } = await restore({ root, since: "HEAD" });
      expect(restored).toEqual([]);
      expect(warnings.map(({ code, file, message }) => [code, file, message])).toEqual([
        ["RESTORE_LEFT", TERMS, expect.stringMatching(/it cannot be read\. The bracket/)],
        ["RESTORE_LEFT", ROOM, expect.stringContaining("(# agreed with the owner), so it was written by hand")],
      ]);
      expect([read(ROOM), read(TERMS)]).toEqual(texts);
    }));

  test("knows a site in a folder of its repository, and line ends of another system", () =>
    withSite({ ".gitattributes": "*.yaml text eol=crlf\n", ".gitignore": ".eventsite/\n" }, async ({ root, read }) => {
      const site = join(root, "sites/harbour");
      mkdirSync(join(root, "sites"));
      mkdirSync(site);
      renameSync(join(root, "content"), join(site, "content"));
      const path = join(site, ROOM);
      writeFileSync(path, `# Ours\r\n${readFileSync(path, "utf8").replaceAll("\n", "\r\n")}`);
      commitAll(root);
      const before = readFileSync(path, "utf8");
      writeFileSync(path, sveltiaFiles.write(set("title", "Other")(sveltiaFiles.read(before, false)), false, []));
      const { restored } = await restore({ root: site, since: "main" });
      expect(restored).toEqual([{ file: ROOM, lines: 1 }]);
      expect(read(`sites/harbour/${ROOM}`)).toBe(before.replace(/^title: .*\r/m, "title: Other\r"));
    }));

  test("is refused outside of a repository, and for a revision that there is not", () =>
    withSite({}, async ({ root }) => {
      const refusal = (since: string) => restore({ root, since }).catch((error) => error.diagnostics);
      expect(await refusal("HEAD")).toMatchObject([{ code: "RESTORE_GIT", hint: expect.not.stringContaining("diff") }]);
      commitAll(root);
      expect(await refusal("mian")).toMatchObject([
        { code: "RESTORE_REVISION", hint: expect.stringContaining("main") },
      ]);
    }));

  test("names git's command where the repository belongs to another user; so does a comparison", () =>
    withCommitted(async ({ root }) => {
      // By this variable, git's own tests have another user.
      process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER = "1";
      const commands = [restore({ root, since: "main" }), diff({ root }), diff({ root, against: "main" })];
      const refusals = await Promise.all(commands.map(refusalOf));
      delete process.env.GIT_TEST_ASSUME_DIFFERENT_OWNER;
      const shared = {
        message: expect.stringContaining("because it belongs to another user."),
        hint: expect.stringMatching(/run: git config --global --add safe\.directory \S+$/),
      };
      expect(refusals).toMatchObject([
        [{ code: "RESTORE_GIT", ...shared }],
        [{ code: "DIFF_GIT", ...shared }],
        [{ code: "DIFF_GIT", ...shared }],
      ]);
    }));
});
