// The same content gives the same bytes, wherever it lies and however it came there.
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { mustBuild, run, treeOf } from "../support/process/command.ts";
import { projectDir, withSite } from "../support/site/with-site.ts";

/** Writes the same files one by one in another order, with other times: the disk lists them differently then. */
function copyInOtherOrder(from: string, to: string): void {
  const files = readdirSync(from, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(from, path)).isFile())
    .sort()
    .reverse();
  for (const [index, path] of files.entries()) {
    const target = join(to, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(join(from, path)));
    utimesSync(target, 1_000_000_000 + index, 1_000_000_000 + index);
  }
}

async function builtTree(root: string, env: Record<string, string> = {}): Promise<Record<string, string>> {
  const end = await run(["build"], { cwd: root, env });
  expect(end).toMatchObject({ code: 0, stderr: "" });
  return treeOf(join(root, "dist"));
}

describe("the same bytes", () => {
  test.each([
    ["the small site", "tests/fixtures/sites/small/content"],
    ["the frozen site", "tests/fixtures/sites/frozen/content"],
  ])("come from %s in another folder, from files made in another order, in another place of the world", (_, content) =>
    withSite({ content: null }, async (one) => {
      cpSync(join(projectDir, content), join(one.root, "content"), { recursive: true });
      // A site may be built with the address of its relay still to come, and says so.
      const relay = { EVENTSITE_RELAY_URL: "https://relay.evenhall.test" };
      const expected = await builtTree(one.root, { ...relay, TZ: "America/Toronto", LANG: "en_CA.UTF-8" });
      expect(Object.keys(expected).length).toBeGreaterThan(15);
      await withSite({ content: null }, async (two) => {
        const root = join(two.root, "a longer path/with spaces/é");
        mkdirSync(root, { recursive: true });
        copyInOtherOrder(join(projectDir, content), join(root, "content"));
        const elsewhere = { ...relay, TZ: "Asia/Kathmandu", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
        expect(await builtTree(root, elsewhere)).toEqual(expected);
      });
    }),
  );

  test("come from the command, from the API, and from the API that writes nothing", () =>
    withSite({}, async ({ root }) => {
      const expected = await builtTree(root);
      await build({ root, outDir: "api" });
      expect(treeOf(join(root, "api"))).toEqual(expected);
      const { files } = await build({ root, write: false, outDir: "nothing" });
      for (const { path, content = new Uint8Array() } of files) {
        expect(Buffer.from(content).equals(readFileSync(join(root, "dist", path))), path).toBe(true);
      }
      expect(readdirSync(root).sort()).toEqual([".eventsite", "api", "content", "dist"]);
    }));

  test("come from content behind links", () =>
    withSite({}, async ({ root }) => {
      const expected = await builtTree(root);
      await withSite({ content: null }, async (other) => {
        mkdirSync(join(other.root, "content"));
        for (const name of readdirSync(join(root, "content")))
          symlinkSync(join(root, "content", name), join(other.root, "content", name));
        expect(await builtTree(other.root)).toEqual(expected);
      });
    }));

  test("hold nothing of where and when they were made", () =>
    withSite({}, async ({ root }) => {
      await mustBuild(root);
      for (const path of Object.keys(treeOf(join(root, "dist"))).filter((name) =>
        /\.(html|xml|txt|webmanifest)$/.test(name),
      )) {
        const text = readFileSync(join(root, "dist", path), "utf8");
        expect(text, path).not.toContain(root);
        expect(text, path).not.toContain(projectDir);
        expect(text, path).not.toContain("\r");
      }
    }));
});
