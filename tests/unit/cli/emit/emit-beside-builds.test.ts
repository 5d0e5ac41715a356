// A watched site is written in slices, with builds in between: a reader of the folder always finds one whole site or the other.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build } from "../../../../cli/index.ts";
import { openSession } from "../../../../cli/pipeline/watch-session.ts";
import { runYielding } from "../../../../cli/work/yield-turn.ts";
import { leftovers, locks, treeOf } from "../../../support/process/command.ts";
import { imageCacheDir } from "../../../support/site/image-cache-dir.ts";
import { withSite } from "../../../support/site/with-site.ts";

test("at every pause the folder holds the old site or the new one, whatever is built meanwhile", () =>
  withSite({}, async ({ root, write }) => {
    const options = { root, imageCacheDir, outDir: "dist" };
    const dist = join(root, "dist");
    const file = join(root, "content/site.yaml");
    const text = readFileSync(file, "utf8");
    const save = (version: number) =>
      writeFileSync(file, text.replace(/^( {2}copyright: ).*$/m, `$1"© Version ${version}"`));
    const cold = async (version: number) => {
      save(version);
      await build({ ...options, outDir: "expected" });
      return treeOf(join(root, "expected"));
    };
    const sites = [await cold(0), await cold(1), await cold(2)] as const;
    const own = { CNAME: "example.com", "notes/own.txt": "not of this project" };
    const isComplete = (version: number) => expect(treeOf(dist)).toMatchObject(sites[version] ?? {});

    const session = openSession(options);
    save(0);
    await session.build();
    await session.emit();
    write(Object.fromEntries(Object.entries(own).map(([path, words]) => [join("dist", path), words])));

    save(1);
    await session.build();
    let pauses = 0;
    const found = new Set<number>();
    const atEachStep = async () => {
      pauses++;
      expect(existsSync(dist)).toBe(true);
      const version = readFileSync(join(dist, "index.html"), "utf8").includes("Version 1") ? 1 : 0;
      isComplete(version);
      found.add(version);
      if (pauses !== 40) return;
      save(2);
      await session.build();
    };
    await runYielding(atEachStep, session.emit);
    expect(pauses).toBeGreaterThan(Object.keys(sites[1]).length * 3);
    expect([...found]).toEqual([0, 1]);
    isComplete(1);

    await session.emit();
    isComplete(2);
    const foreign = Object.keys(treeOf(dist)).filter((path) => !(path in sites[2]));
    expect(foreign).toEqual(["CNAME", "notes", "notes/own.txt"]);
    expect([...leftovers(root), ...locks(root)]).toEqual([]);
    await session.close();
  }));
