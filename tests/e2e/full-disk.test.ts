// A disk that is full, or a file that may not grow: the build says so, and the old site stays.
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { launcher, leftovers, locks, mustBuild, run, servedAt, start, treeOf } from "../support/process/command.ts";
import { projectDir, small, withSite } from "../support/site/with-site.ts";

/** Mounts a small disk; undefined where this user may not. */
function mountDisk(kibibytes: number): { dir: string; unmount(): void } | undefined {
  const dir = mkdtempSync(join(tmpdir(), "eventsite-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", dir], { stdio: "ignore" });
  } catch {
    rmSync(dir, { recursive: true });
    return undefined;
  }
  return {
    dir,
    unmount() {
      execFileSync("umount", [dir]);
      rmSync(dir, { recursive: true });
    },
  };
}

/** Without a disk of our own, the shell keeps files from growing as a full disk does. */
const limited = ["/bin/sh", "-c", 'ulimit -f 300; exec "$0" "$@"', process.execPath, launcher] as const;

/** A large picture that only the new state shows. */
const largePicture = () => {
  const strokes = Array.from({ length: 60_000 }, (_, index) => `h${index % 90}v${index % 70}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0${strokes.join("")}"/></svg>`;
};

const venue = small("venues/harbour-hotel.yaml")
  .replace("room.png", "large.svg")
  .replace(/alt: .*/, "alt: A drawing of the ballroom");
const changed = () => ({ "content/images/large.svg": largePicture(), "content/venues/harbour-hotel.yaml": venue });

const repaired = {
  "content/images/large.svg": null,
  "content/venues/harbour-hotel.yaml": venue.replace("large.svg", "room.png"),
};

test("a disk that fills up during a build leaves the old site, and is reported plainly", () =>
  withSite({}, async ({ root, write }) => {
    const disk = mountDisk(900);
    try {
      const out = disk ? join(disk.dir, "dist") : join(root, "dist");
      await mustBuild(root, "--out", out);
      const site = treeOf(out);
      write(changed());
      const end = await run(["build", "--out", out], { cwd: root, ...(disk ? {} : { command: limited }) });
      expect(end).toMatchObject({ code: 1, signal: null, stdout: "" });
      const reason = disk ? "the disk is full" : "files may not grow so large here";
      expect(end.stderr).toContain(`EMIT_FAILED\n  ${join(out, "..")}`);
      expect(end.stderr).toContain(`could not be written: ${reason}.\n  hint: the previous site is unchanged\n`);
      expect(end.stderr).not.toMatch(/^\s+at /m);
      expect(treeOf(out)).toEqual(site);
      expect([...leftovers(join(out, "..")), ...locks(join(out, ".."))]).toEqual([]);
      write(repaired);
      await mustBuild(root, "--out", out);
    } finally {
      disk?.unmount();
    }
  }));

test("a state folder on a full disk stops the build before it harms anything", () =>
  withSite({}, async ({ root, write }) => {
    const disk = mountDisk(4);
    try {
      await mustBuild(root);
      const site = treeOf(join(root, "dist"));
      rmSync(join(root, ".eventsite"), { recursive: true });
      if (disk) {
        symlinkSync(disk.dir, join(root, ".eventsite"));
      } else {
        mkdirSync(join(root, ".eventsite"));
        writeFileSync(join(root, ".eventsite/manifests"), "in the way");
      }
      write({
        "content/venues/harbour-hotel.yaml": venue.replace("large.svg", "room.png").replace("thousand", "hundred"),
      });
      const end = await run(["build"], { cwd: root });
      expect(end).toMatchObject({ code: 1, signal: null, stdout: "" });
      expect(end.stderr).toMatch(/EMIT_FAILED\n {2}\S+ could not be written: /);
      expect(treeOf(join(root, "dist"))).toEqual(site);
      expect(leftovers(root)).toEqual([]);
    } finally {
      disk?.unmount();
    }
  }));

test("a site that is watched goes on when its output's disk is full, and writes when there is room again", () =>
  withSite({}, async ({ root, write }) => {
    const disk = mountDisk(900);
    const out = disk ? join(disk.dir, "dist") : join(root, "dist");
    await mustBuild(root, "--out", out);
    const site = treeOf(out);
    const server = start(["serve", "--watch", "--port", "0", "--out", out], {
      cwd: root,
      ...(disk ? {} : { command: limited }),
    });
    try {
      const url = await servedAt(server);
      write(changed());
      expect(await (await fetch(`${url}/venues/`)).text()).toBeTruthy();
      while (!server.errors().includes("EMIT_FAILED")) await sleep(20);
      expect(server.errors()).toContain(disk ? "the disk is full" : "files may not grow so large here");
      expect(treeOf(out)).toEqual(site);
      expect((await fetch(`${url}/`)).status).toBe(200);
      write(repaired);
      await server.said(/All is well again\./);
      expect(treeOf(out)).not.toEqual(site);
    } finally {
      server.kill("SIGINT");
      await server.finished;
      disk?.unmount();
    }
  }));

test.runIf(existsSync("/dev/full"))(
  "a report that the disk has no space for is one line on standard error, and a failure",
  () => {
    for (const [name, file] of [
      ["eventsite", launcher],
      ["eventsite-relay", join(projectDir, "relay/eventsite-relay.mjs")],
    ] as const) {
      const full = openSync("/dev/full", "w");
      const { status, stderr } = spawnSync(process.execPath, [file, "--help"], {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8",
      });
      closeSync(full);
      expect([status, stderr]).toEqual([1, `${name}: the output could not be written: the disk is full.\n`]);
    }
  },
);
