// Ctrl-C in the middle of a large build, and what its two threads make.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { build } from "../../cli/index.ts";
import { appears, interrupt, leftovers, locks, mustBuild, run, start, treeOf } from "../support/process/command.ts";
import { copyTemplates, withSite } from "../support/site/with-site.ts";

function writeManyServices(root: string, count: number): void {
  const dir = join(root, "content/services");
  const text = readFileSync(join(dir, "gala-dinners.yaml"), "utf8").replace(/footerLabels.*\n/, "");
  for (let index = 0; index < count; index++) {
    const own = text
      .replaceAll("Gala dinners", `Gala dinners ${index}`)
      .replace("Seated evenings for", `Seated evenings, number ${index}, for`);
    writeFileSync(join(dir, `gala-${index}.yaml`), own);
  }
}

describe("a build that is interrupted", () => {
  test.each([
    ["SIGINT", "in the middle", false],
    ["SIGTERM", "in the middle", false],
    ["SIGINT", "while pages are written", true],
  ] as const)(
    "by %s %s of a large site ends with 130, and leaves the old site and nothing else",
    (signal, _, isWriting) =>
      withSite({}, async ({ root }) => {
        await mustBuild(root);
        const site = treeOf(join(root, "dist"));
        writeManyServices(root, 1_000);
        const running = start(["build"], { cwd: root });
        const staging = await appears(root, /^\.dist\.eventsite-next-[0-9a-f]+$/, running);
        if (isWriting) await appears(join(root, staging), /^services$/, running);
        running.kill(signal);
        expect(await running.finished).toMatchObject({ code: 130, signal: null, stdout: "" });
        expect(treeOf(join(root, "dist"))).toEqual(site);
        expect([...leftovers(root), ...locks(root)]).toEqual([]);
      }),
  );

  test("as a check ends with 130", () =>
    withSite({}, async ({ root }) => {
      writeManyServices(root, 3_000);
      const before = Object.keys(treeOf(root));
      expect(await interrupt(["check"], root)).toMatchObject({ code: 130, signal: null, stdout: "" });
      expect(Object.keys(treeOf(root))).toEqual(before);
    }));

  test("as a server that has not come to serving ends with 130, and nothing is written", () =>
    withSite({}, async ({ root }) => {
      writeManyServices(root, 3_000);
      const before = Object.keys(treeOf(root));
      const end = await interrupt(["serve", "--watch", "--port", "0"], root);
      expect(end).toMatchObject({ code: 130, signal: null, stdout: "" });
      expect(Object.keys(treeOf(root)).filter((path) => !path.startsWith(".eventsite"))).toEqual(before);
      expect([...leftovers(root), ...locks(root)]).toEqual([]);
    }));

  test("through the API rejects with the signal's reason and leaves the old site", () =>
    withSite({}, async ({ root }) => {
      await build({ root });
      const site = treeOf(join(root, "dist"));
      writeManyServices(root, 200);
      const reason = new Error("enough");
      await expect(build({ root, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(treeOf(join(root, "dist"))).toEqual(site);
      expect([...leftovers(root), ...locks(root)]).toEqual([]);
    }));
});

describe("a large site", () => {
  test("is made in two threads with the same bytes as in one", () =>
    withSite({}, async ({ root }) => {
      writeManyServices(root, 1_000);
      await mustBuild(root, "--out", "two");
      // Sources that run as they are have no worker: everything happens in this thread.
      await build({ root, outDir: "one" });
      const [one, two] = [treeOf(join(root, "one")), treeOf(join(root, "two"))];
      expect(Object.keys(two).filter((path) => path.endsWith(".html"))).toHaveLength(1_007);
      expect(two).toEqual(one);
    }));

  test("is not waited for where one of its threads ends", () =>
    withSite({}, async ({ root, edit }) => {
      copyTemplates(root);
      const ended = "  if (!process.getBuiltinModule('node:worker_threads').isMainThread) process.exit();\n";
      edit("templates/layout/SiteNotice.tsx", "  const { notice, labels }", `${ended}  const { notice, labels }`);
      writeManyServices(root, 1_000);
      const { code, stderr } = await run(["build"], { cwd: root });
      expect(stderr).toContain("A worker thread of the build ended before its work was done.");
      expect(code).toBe(1);
      expect([...leftovers(root), ...locks(root)]).toEqual([]);
    }));
});
