// Two builds into one folder: the second waits for nobody and harms nothing.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type LockHolder, textOf, thisProcess } from "../../cli/files/lock-file.ts";
import { type Finished, leftovers, locks, mustBuild, run, treeOf } from "../support/process/command.ts";
import { withSite } from "../support/site/with-site.ts";

const lockedOut = ({ code, stdout }: Finished): boolean =>
  code === 1 && JSON.parse(stdout).diagnostics[0].code === "EMIT_LOCKED";

/** The lock that a build of the site takes. */
const lockOf = (root: string) => join(root, ".dist.eventsite-lock");

/** Where the system has no links, a lock is a file with the same text. */
const leave = (root: string, holder: Partial<LockHolder>) =>
  writeFileSync(lockOf(root), textOf({ ...thisProcess(), ...holder }));

/** The number of a process that has ended. */
const deadProcess = (): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["-e", ""]);
    child.on("exit", () => resolve(child.pid ?? 0));
  });

describe("builds at the same time", () => {
  test("into one folder: each is done or asked to wait, and the site is whole (12 rounds of four)", () =>
    withSite({}, async ({ root }) => {
      const file = join(root, "content/site.yaml");
      const text = readFileSync(file, "utf8");
      let refused = 0;
      for (let round = 0; round < 12; round++) {
        writeFileSync(
          file,
          text.replace("Ready before the doors open.", `Ready before the doors open, for the ${round}th time.`),
        );
        // Every third round begins with the lock of a build that was killed.
        if (round % 3 === 2) leave(root, { pid: await deadProcess() });
        const ends = await Promise.all(Array.from({ length: 4 }, () => run(["build", "--json"], { cwd: root })));
        for (const end of ends) expect(end.code === 0 || lockedOut(end), end.stdout + end.stderr).toBe(true);
        expect(ends.some(({ code }) => code === 0)).toBe(true);
        refused += ends.filter(lockedOut).length;
        expect([...leftovers(root), ...locks(root)]).toEqual([]);
        const site = treeOf(join(root, "dist"));
        await mustBuild(root, "--out", "expected");
        expect(site).toEqual(treeOf(join(root, "expected")));
      }
      expect(refused).toBeGreaterThan(0);
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
      leave(root, {});
      expect(await run(["check"], { cwd: root })).toMatchObject({ code: 0 });
    }));
});
