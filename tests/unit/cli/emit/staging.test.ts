// How a new site takes the place of the old one, on systems that refuse parts of it.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { holdOutput, type System } from "../../../../cli/emit/hold-output.ts";
import { recoverOutput } from "../../../../cli/emit/recover-output.ts";
import { createStaging } from "../../../../cli/emit/staging.ts";
import { runYielding } from "../../../../cli/work/yield-turn.ts";
import { treeOf } from "../../../support/process/command.ts";
import { ownFolder, writeFiles as write } from "../../../support/process/own-folder.ts";

const parent = ownFolder();
const outDir = join(parent, "dist");

const failing = (code: string) => Object.assign(new Error(code), { code });
const refusing = (code: string): System => ({
  platform: "linux",
  rename: () => {
    throw failing(code);
  },
});
const mounted = refusing("EBUSY");
const current = { "index.html": "old", "about/index.html": "old", "assets/a-11111111.js": "old", CNAME: "mine" };
const owned = new Set(["index.html", "about/index.html", "assets/a-11111111.js"]);
const next = { "index.html": "new", "contact/index.html": "new", "assets/b-22222222.js": "new", "z.css": "new" };
const published = { ...next, CNAME: "mine" };
const texts = (dir: string) =>
  Object.fromEntries(
    Object.entries(treeOf(dir)).flatMap(([path, hash]) =>
      hash === "folder" || hash.startsWith("link") ? [] : [[path, readFileSync(join(dir, path), "utf8")]],
    ),
  );

/** A new site, beside or inside the folder that it is for. */
async function stage(system?: System, files: Readonly<Record<string, string>> = next) {
  const held = await holdOutput(outDir, system);
  const staging = createStaging(outDir, held);
  write(staging.dir, files);
  return { held, staging };
}

/** One that has been looked at. */
async function open(system?: System, files = next as Parameters<typeof stage>[1], of: ReadonlySet<string> = owned) {
  const staged = await stage(system, files);
  await staged.staging.ready(of);
  return staged;
}

async function publish(...[system, files, of]: Parameters<typeof open>) {
  const opened = await open(system, files, of);
  opened.staging.publish();
  return opened;
}

/** Publishes to the end: nothing of it is left, and nothing is reported. */
async function publishWhole(...given: Parameters<typeof open>) {
  const { held, staging } = await publish(...given);
  expect(await staging.clear()).toEqual([]);
  expect(held.release()).toEqual([]);
  return held;
}

describe("a folder that cannot be replaced as a whole", () => {
  test.each(["EBUSY", "EXDEV", "EPERM", "EACCES"])("for which the system says %s is written in place", async (code) => {
    write(outDir, current);
    expect((await publishWhole(refusing(code))).isInPlace).toBe(true);
    expect(texts(outDir)).toEqual(published);
    expect(existsSync(join(outDir, "about"))).toBe(false);
    expect(Object.keys(treeOf(parent)).filter((path) => path.includes(".eventsite-"))).toEqual([]);
  });

  test("has its pages written after what they refer to, and loses nothing before they are", async () => {
    write(outDir, current);
    const { held, staging } = await open(mounted);
    // A file of others came to be in the way of a new page: the publishing ends there.
    write(outDir, { contact: "mine" });
    expect(() => staging.publish()).toThrow(
      expect.objectContaining({
        code: "EMIT_FAILED",
        message: expect.stringMatching(
          /contact\/index\.html could not be written: .+\. Some files of the site are new already, others are still those of the last build\.$/,
        ),
        hint: "all pages still work; build again, which completes the site",
        cause: expect.objectContaining({ code: expect.any(String) }),
      }),
    );
    const between = texts(outDir);
    expect(between).toMatchObject({ ...current, "assets/b-22222222.js": "new", "z.css": "new" });
    staging.discard();
    held.release();
  });

  test("is looked through before anything is changed", async () => {
    write(outDir, { ...current, contact: "a file of others" });
    const { held, staging } = await stage(mounted);
    await expect(staging.ready(owned)).rejects.toMatchObject({ code: "EMIT_FOREIGN_FOLDER" });
    staging.discard();
    held.release();
    expect(texts(outDir)).toEqual({ ...current, contact: "a file of others" });
  });

  test("lets files of ours become folders, and folders files", async () => {
    write(outDir, { "index.html": "old", contact: "old", "assets/b-22222222.js/old.js": "old" });
    const ours = new Set(["index.html", "contact", "assets/b-22222222.js/old.js"]);
    await publishWhole(mounted, next, ours);
    expect(texts(outDir)).toEqual(next);
  });

  test("is repaired of what a killed build left in it", async () => {
    write(outDir, { ...current, ".eventsite-next-4242/index.html": "half", ".eventsite-next-4242/x/y.html": "half" });
    expect(await recoverOutput(outDir)).toEqual([]);
    expect(texts(outDir)).toEqual(current);
  });

  test("is held by a lock inside: another container may see nothing but the folder", async () => {
    write(outDir, current);
    const lock = join(outDir, ".eventsite-lock");
    write(lock, { holder: "another 4242 web-2" });
    // It is renewed there, which ends the waiting.
    const renew = async () => write(lock, { holder: "another 4242 web-2" });
    await expect(runYielding(renew, () => holdOutput(outDir, mounted))).rejects.toThrow(
      `Another build (process 4242 on web-2) is writing to ${outDir}.`,
    );
    expect(readFileSync(join(lock, "holder"), "utf8")).toContain("another");
    expect(existsSync(join(parent, ".dist.eventsite-lock"))).toBe(false);
  });
});

describe("after the site is published", () => {
  /** Deleting asks before every file. */
  const denied = () => Promise.reject(failing("EACCES"));
  const warning = {
    code: "EMIT_LEFTOVER",
    severity: "warning",
    message: expect.stringMatching(/\.dist\.eventsite-gone-[0-9a-f]+ could not be deleted: you may not write there\.$/),
    hint: "delete it; nothing needs it any more",
  };

  test("an old site that cannot be deleted is a warning, is never brought back, and is in nobody's way", async () => {
    write(outDir, current);
    const { held, staging } = await publish();
    expect(held.isInPlace).toBe(false);
    expect(await runYielding(denied, staging.clear)).toMatchObject([warning]);
    held.release();
    expect(texts(outDir)).toEqual(published);
    expect(await runYielding(denied, () => recoverOutput(outDir))).toMatchObject([warning]);
    // The next one of the same number in its turn.
    const again = await publish();
    expect(await runYielding(denied, again.staging.clear)).toMatchObject([warning]);
    again.held.release();
    expect(texts(outDir)).toEqual(published);
    rmSync(outDir, { recursive: true });
    await recoverOutput(outDir);
    expect(treeOf(parent)).toEqual({});
  });

  test("read-only folders of the old site go, and links of its files keep their modes", async () => {
    write(outDir, current);
    chmodSync(join(outDir, "assets/a-11111111.js"), 0o444);
    chmodSync(join(outDir, "CNAME"), 0o444);
    for (const folder of ["assets", "about", "."]) chmodSync(join(outDir, folder), 0o555);
    await publishWhole();
    expect(texts(outDir)).toEqual(published);
    expect(treeOf(parent)).not.toHaveProperty([".dist.eventsite-lock"]);
  });
});

test("in place, an empty folder gives way to a file, and the folders of what is stale go with it", async () => {
  write(outDir, {
    "index.html": "old",
    "about/team/index.html": "old",
    "notes/old.html": "old",
    "notes/mine.txt": "mine",
  });
  mkdirSync(join(outDir, "contact.html"));
  const ours = new Set(["index.html", "about/team/index.html", "notes/old.html"]);
  await publishWhole(mounted, { "index.html": "new", "contact.html": "new" }, ours);
  expect(texts(outDir)).toEqual({ "index.html": "new", "contact.html": "new", "notes/mine.txt": "mine" });
  expect(readdirSync(outDir).sort()).toEqual(["contact.html", "index.html", "notes"]);
});

describe("a folder that is held", () => {
  const forbidding = (file: string, code: string): System => ({
    platform: "linux",
    rename: renameSync,
    makeFolder: (path) => {
      if (path === file) throw failing(code);
      mkdirSync(path);
    },
  });
  const beside = () => join(parent, ".dist.eventsite-lock");

  test.each(["EACCES", "EROFS"])("has its lock inside alone where the system says %s beside it", async (code) => {
    write(outDir, current);
    const held = await holdOutput(outDir, forbidding(beside(), code));
    expect(held.isInPlace).toBe(true);
    expect(readdirSync(parent)).toEqual(["dist"]);
    expect(readdirSync(outDir)).toContain(".eventsite-lock");
    const renew = async () => utimesSync(join(outDir, ".eventsite-lock/holder"), 1, new Date());
    await expect(runYielding(renew, () => holdOutput(outDir, forbidding(beside(), code)))).rejects.toThrow(
      expect.objectContaining({
        code: "EMIT_LOCKED",
        hint: `wait until it is done, then build again; if there is none, delete ${join(outDir, ".eventsite-lock")}`,
      }),
    );
    expect(held.release()).toEqual([]);
    expect(readdirSync(outDir)).not.toContain(".eventsite-lock");
  });

  test("must exist for that; what else the system says is reported as it is", async () => {
    await expect(holdOutput(outDir, forbidding(beside(), "EACCES"))).rejects.toThrow("EACCES");
    write(outDir, current);
    await expect(holdOutput(outDir, forbidding(beside(), "ENOSPC"))).rejects.toThrow("ENOSPC");
  });

  test("is free again where the lock inside cannot be taken", async () => {
    write(outDir, current);
    const inside = join(outDir, ".eventsite-lock");
    const { rename } = mounted;
    await expect(holdOutput(outDir, { ...forbidding(inside, "EIO2"), rename })).rejects.toThrow("EIO2");
    expect(readdirSync(parent)).toEqual(["dist"]);
    const held = await holdOutput(outDir);
    expect(held.isInPlace).toBe(false);
    held.release();
  });

  test("is reported where its lock is not readable, without a process", async () => {
    mkdirSync(beside());
    const begin = async () => write(beside(), { holder: "" });
    await expect(runYielding(begin, () => holdOutput(outDir))).rejects.toThrow(
      `Another build is writing to ${outDir}.`,
    );
  });

  test.each(["ENOTEMPTY", "EEXIST"])(
    "can be replaced where the system refuses the trial with %s alone",
    async (code) => {
      write(outDir, current);
      const held = await holdOutput(outDir, refusing(code));
      expect(held.isInPlace).toBe(false);
      expect(held.names.dir).toBe(parent);
      expect(readdirSync(parent).sort()).toEqual([".dist.eventsite-lock", "dist"]);
      held.release();
    },
  );

  test("comes to be with the folders around it", async () => {
    const deep = join(parent, "a/b/dist");
    const held = await holdOutput(deep);
    expect(readdirSync(join(parent, "a/b"))).toEqual([".dist.eventsite-lock"]);
    held.release();
  });
});

describe("what a killed build has left", () => {
  const old = (number: number) => `.dist.eventsite-old-${number}`;

  test("between its two renames is the site: the newest one comes back, and the others go", async () => {
    write(join(parent, old(1)), { "index.html": "older" });
    write(join(parent, old(2)), { "index.html": "newest" });
    write(join(parent, ".dist.eventsite-next-2"), { "index.html": "half" });
    write(join(parent, ".dist.eventsite-gone-1"), { "index.html": "gone" });
    // Which of them was moved last counts, whatever its number is.
    renameSync(join(parent, old(1)), join(parent, old(3)));
    const [newest] = [old(2), old(3)].sort(
      (a, b) => statSync(join(parent, b)).ctimeMs - statSync(join(parent, a)).ctimeMs,
    );
    const expected = newest === old(2) ? "newest" : "older";
    expect(await recoverOutput(outDir)).toEqual([]);
    expect(texts(outDir)).toEqual({ "index.html": expected });
    expect(readdirSync(parent)).toEqual(["dist"]);
  });

  test("goes where the site is there, and files of others stay", async () => {
    write(outDir, current);
    write(join(parent, old(1)), { "index.html": "old" });
    write(parent, { ".dist.eventsite-notes": "mine", ".other.eventsite-old-1/index.html": "of another site" });
    expect(await recoverOutput(outDir)).toEqual([]);
    expect(texts(outDir)).toEqual(current);
    expect(readdirSync(parent).sort()).toEqual([".dist.eventsite-notes", ".other.eventsite-old-1", "dist"]);
  });

  test("is nothing where there is no folder yet, or a file in its place", async () => {
    expect(await recoverOutput(join(parent, "a/dist"))).toEqual([]);
    writeFileSync(outDir, "");
    expect(await recoverOutput(outDir)).toEqual([]);
  });
});

describe("a site that takes the place of another", () => {
  test("takes over links, empty folders and files of others, with their times", async () => {
    write(outDir, { ...current, "notes/a.txt": "mine" });
    symlinkSync("../elsewhere", join(outDir, "notes/link"));
    mkdirSync(join(outDir, "drafts/2026"), { recursive: true });
    const { ino, mtimeMs } = statSync(join(outDir, "notes/a.txt"));
    await publishWhole();
    expect(statSync(join(outDir, "notes/a.txt"))).toMatchObject({ ino, mtimeMs });
    expect(readlinkSync(join(outDir, "notes/link"))).toBe("../elsewhere");
    expect(readdirSync(join(outDir, "drafts/2026"))).toEqual([]);
    expect(readdirSync(parent)).toEqual(["dist"]);
  });

  test("leaves the old one where the last step fails, and is deleted", async () => {
    write(outDir, current);
    const { held, staging } = await open();
    rmSync(staging.dir, { recursive: true });
    expect(() => staging.publish()).toThrow(/ENOENT/);
    expect(texts(outDir)).toEqual(current);
    expect(await staging.clear()).toEqual([]);
    staging.discard();
    held.release();
    expect(readdirSync(parent)).toEqual(["dist"]);
    rmSync(outDir, { recursive: true });
    const again = await open();
    rmSync(again.staging.dir, { recursive: true });
    expect(() => again.staging.publish()).toThrow(/ENOENT/);
    expect(existsSync(outDir)).toBe(false);
    again.held.release();
  });

  test("reports an old one that cannot be moved away", async () => {
    write(outDir, current);
    const held = await holdOutput(outDir);
    const free = (role: string) => join(parent, `.dist.eventsite-${role}-1`);
    const staging = createStaging(outDir, { ...held, names: { ...held.names, free } });
    write(staging.dir, next);
    await staging.ready(owned);
    staging.publish();
    write(free("gone"), { "index.html": "in the way" });
    const message = expect.stringContaining(".dist.eventsite-old-1 could not be deleted");
    expect(await staging.clear()).toMatchObject([{ code: "EMIT_LEFTOVER", message }]);
    expect(texts(outDir)).toEqual(published);
    held.release();
  });

  test("is deleted where it is given up, without a word", async () => {
    write(outDir, current);
    for (const system of [undefined, mounted]) {
      const { held, staging } = await stage(system);
      // Nothing has been looked at yet: nothing is published in place.
      if (system) staging.publish();
      staging.discard();
      expect(existsSync(staging.dir)).toBe(false);
      expect(await staging.clear()).toEqual([]);
      staging.discard();
      held.release();
      expect(texts(outDir)).toEqual(current);
    }
  });
});
