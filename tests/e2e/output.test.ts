// The output folder: links in its place, and builds that fail. What a build takes away, keeps and repairs is in unit/cli/emit.
import { existsSync, mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type BuildOptions, type BuildResult, build, type DiagnosticCode } from "../../cli/index.ts";
import { leftovers, locks, run, stampsOf, treeOf } from "../support/process/command.ts";
import { small, withSite } from "../support/site/with-site.ts";

const newService = (name: string) =>
  small("services/gala-dinners.yaml")
    .replaceAll("Gala dinners", name)
    .replace("Seated evenings for eighty", `${name} for eighty`);

/** What a build does to its folder is the same without a process of its own. */
const mustBuild = (root: string, options: BuildOptions = {}): Promise<BuildResult> => build({ root, ...options });

async function refusal(cwd: string, ...args: string[]): Promise<DiagnosticCode> {
  const end = await run(["build", "--json", ...args], { cwd });
  expect(end).toMatchObject({ code: 1, stderr: "" });
  return JSON.parse(end.stdout).diagnostics[0].code;
}

describe("links and files in the place of the output folder", () => {
  test("a linked folder is written through the link, which stays", () =>
    withSite({}, async ({ root, write }) => {
      mkdirSync(join(root, "real/site"), { recursive: true });
      symlinkSync("real/site", join(root, "dist"));
      await mustBuild(root);
      write({ "content/services/picnics.yaml": newService("Picnics") });
      await mustBuild(root);
      expect(readlinkSync(join(root, "dist"))).toBe("real/site");
      expect(existsSync(join(root, "real/site/services/picnics/index.html"))).toBe(true);
      expect(leftovers(root)).toEqual([]);
      expect(leftovers(join(root, "real"))).toEqual([]);
    }));

  test("a link that leads nowhere yet is followed too", () =>
    withSite({}, async ({ root }) => {
      symlinkSync("later/site", join(root, "dist"));
      await mustBuild(root);
      expect(readlinkSync(join(root, "dist"))).toBe("later/site");
      expect(existsSync(join(root, "later/site/index.html"))).toBe(true);
    }));

  test("a linked folder of others is refused", () =>
    withSite({ "photos/party.jpg": "mine" }, async ({ root }) => {
      symlinkSync("photos", join(root, "dist"));
      expect(await refusal(root)).toBe("EMIT_FOREIGN_FOLDER");
      expect(Object.keys(treeOf(join(root, "photos")))).toEqual(["party.jpg"]);
    }));
});

describe("a build that fails", () => {
  const failures: Record<string, [Record<string, string | null>, RegExp]> = {
    "wrong content": [{ "content/pages/contact.yaml": "title: [\n" }, /SOURCE_/],
    "a broken link in the last page": [
      { "content/legal/terms.md": "---\ntitle: Terms\n---\n[x](/nowhere)\n" },
      /CONTENT_/,
    ],
    "a lost picture": [{ "content/images/room.png": null }, /CONTENT_UNKNOWN_IMAGE/],
    "no content": [{ content: null }, /SOURCE_NO_CONTENT/],
    "templates that cannot be compiled": [
      { "templates/index.ts": "export const templates = ;" },
      /templates\/index\.ts:1:\d+ {2}BUNDLE_FAILED/,
    ],
  };
  test.each(Object.entries(failures))("for %s leaves the old site as it is", (_, [files, message]) =>
    withSite({}, async ({ root, write }) => {
      await mustBuild(root);
      const before = stampsOf(join(root, "dist"));
      write(files);
      const end = await run(["build"], { cwd: root });
      expect(end).toMatchObject({ code: 1, stdout: "" });
      expect(end.stderr).toMatch(message);
      expect(stampsOf(join(root, "dist"))).toEqual(before);
      expect([...leftovers(root), ...locks(root)]).toEqual([]);
    }),
  );
});
