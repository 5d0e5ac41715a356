// Two builds into one folder: the second waits for the first or is refused, and harms nothing.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { takeLock } from "../../cli/files/lock-file.ts";
import { ageLocks, type Finished, leftovers, locks, mustBuild, run, treeOf } from "../support/process/command.ts";
import { withSite } from "../support/site/with-site.ts";

const lockedOut = ({ code, stdout }: Finished): boolean =>
  code === 1 && JSON.parse(stdout).diagnostics[0].code === "EMIT_LOCKED";

/** The lock that a build of the site takes. */
const lockOf = (root: string) => join(root, ".dist.eventsite-lock");

/** As a build of another machine leaves it that is killed. */
function leaveOldLock(root: string): void {
  mkdirSync(lockOf(root));
  writeFileSync(join(lockOf(root), "holder"), "id-of-another 4242 web-2");
  ageLocks(root);
}

describe("builds at the same time", () => {
  test("into one folder: each is done or refused, and the site is whole (12 rounds of four)", () =>
    withSite({}, async ({ root }) => {
      const file = join(root, "content/site.yaml");
      const text = readFileSync(file, "utf8");
      for (let round = 0; round < 12; round++) {
        writeFileSync(
          file,
          text.replace("Ready before the doors open.", `Ready before the doors open, for the ${round}th time.`),
        );
        // Every third round begins with the lock of a build that was killed.
        if (round % 3 === 2) leaveOldLock(root);
        const ends = await Promise.all(Array.from({ length: 4 }, () => run(["build", "--json"], { cwd: root })));
        for (const end of ends) expect(end.code === 0 || lockedOut(end), end.stdout + end.stderr).toBe(true);
        expect(ends.some(({ code }) => code === 0)).toBe(true);
        expect([...leftovers(root), ...locks(root)]).toEqual([]);
        const site = treeOf(join(root, "dist"));
        await mustBuild(root, "--out", "expected");
        expect(site).toEqual(treeOf(join(root, "expected")));
      }
    }));

  test("into two folders do not hinder each other", () =>
    withSite({}, async ({ root }) => {
      const outs = ["one", "two", "three", "four"];
      const ends = await Promise.all(outs.map((out) => run(["build", "--out", out], { cwd: root })));
      expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
      for (const out of outs) expect(treeOf(join(root, out))).toEqual(treeOf(join(root, "one")));
    }));
});

describe("a lock", () => {
  test("does not keep a check from its work", () =>
    withSite({}, async ({ root }) => {
      const lock = await takeLock(lockOf(root));
      expect(await run(["check"], { cwd: root })).toMatchObject({ code: 0 });
      if ("release" in lock) lock.release();
      expect(locks(root)).toEqual([]);
    }));
});
