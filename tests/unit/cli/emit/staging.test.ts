// How a new site takes the place of the old one, on systems that refuse parts of it.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { noPause } from "../../../../cli/config/pause.ts";
import { holdOutput, type System } from "../../../../cli/emit/hold-output.ts";
import { textOf, thisProcess } from "../../../../cli/emit/lock-file.ts";
import { createStaging, recoverOutput } from "../../../../cli/emit/staging.ts";
import { treeOf } from "../../../e2e/command.ts";

let parent = "";
let outDir = "";
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "eventsite-staging-"));
  outDir = join(parent, "dist");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function write(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

const refusing = (code: string): System => ({
  platform: "linux",
  rename: () => {
    throw Object.assign(new Error(code), { code });
  },
});
const mounted = refusing("EBUSY");
const current = { "index.html": "old", "about/index.html": "old", "assets/a-11111111.js": "old", CNAME: "mine" };
const owned = new Set(["index.html", "about/index.html", "assets/a-11111111.js"]);
const next = { "index.html": "new", "contact/index.html": "new", "assets/b-22222222.js": "new" };
const published = { ...next, CNAME: "mine" };
const texts = (dir: string) =>
  Object.fromEntries(
    Object.entries(treeOf(dir)).flatMap(([path, hash]) =>
      hash === "folder" || hash.startsWith("link") ? [] : [[path, readFileSync(join(dir, path), "utf8")]],
    ),
  );

async function publish(system?: System) {
  const held = holdOutput(outDir, system);
  const staging = createStaging(outDir, held);
  write(staging.dir, next);
  await staging.ready(owned, noPause);
  staging.publish();
  return { held, staging };
}

describe("a folder that cannot be replaced as a whole", () => {
  test.each(["EBUSY", "EXDEV", "EPERM", "EACCES"])("for which the system says %s is written in place", async (code) => {
    write(outDir, current);
    const { held, staging } = await publish(refusing(code));
    expect(held.isInPlace).toBe(true);
    expect(await staging.clear(noPause)).toEqual([]);
    expect(held.release()).toEqual([]);
    expect(texts(outDir)).toEqual(published);
    expect(existsSync(join(outDir, "about"))).toBe(false);
    expect(Object.keys(treeOf(parent)).filter((path) => path.includes(".eventsite-"))).toEqual([]);
  });

  test("has its pages written after what they refer to, and loses nothing before they are", async () => {
    write(outDir, current);
    const held = holdOutput(outDir, mounted);
    const staging = createStaging(outDir, held);
    write(staging.dir, next);
    await staging.ready(owned, noPause);
    // A folder of others came to be in the way of a page: the publishing ends there.
    write(outDir, { "contact/index.html/mine.txt": "mine" });
    expect(() => staging.publish()).toThrow(/contact\/index\.html could not be written/);
    const between = texts(outDir);
    expect(between).toMatchObject({ ...current, "assets/b-22222222.js": "new", "index.html": expect.any(String) });
    staging.discard();
    held.release();
  });

  test("is looked through before anything is changed", async () => {
    write(outDir, { ...current, contact: "a file of others" });
    const held = holdOutput(outDir, mounted);
    const staging = createStaging(outDir, held);
    write(staging.dir, next);
    await expect(staging.ready(owned, noPause)).rejects.toMatchObject({ code: "EMIT_FOREIGN_FOLDER" });
    staging.discard();
    held.release();
    expect(texts(outDir)).toEqual({ ...current, contact: "a file of others" });
  });

  test("lets files of ours become folders, and folders files", async () => {
    write(outDir, { "index.html": "old", contact: "old", "assets/b-22222222.js/old.js": "old" });
    const held = holdOutput(outDir, mounted);
    const staging = createStaging(outDir, held);
    write(staging.dir, next);
    await staging.ready(new Set(["index.html", "contact", "assets/b-22222222.js/old.js"]), noPause);
    staging.publish();
    await staging.clear(noPause);
    held.release();
    expect(texts(outDir)).toEqual(next);
  });

  test("is repaired of what a killed build left in it", async () => {
    write(outDir, { ...current, ".eventsite-next-4242/index.html": "half", ".eventsite-next-4242/x/y.html": "half" });
    expect(await recoverOutput(outDir, noPause)).toEqual([]);
    expect(texts(outDir)).toEqual(current);
  });

  test("is held by a lock inside: another container may see nothing but the folder", () => {
    write(outDir, current);
    const lock = join(outDir, ".eventsite-lock");
    writeFileSync(lock, textOf({ ...thisProcess(), machine: "another", host: "web-2" }));
    const { pid } = process;
    expect(() => holdOutput(outDir, mounted)).toThrow(
      `Another build (process ${pid} on web-2) is writing to ${outDir}.`,
    );
    expect(readFileSync(lock, "utf8")).toContain("another");
    expect(existsSync(join(parent, ".dist.eventsite-lock"))).toBe(false);
  });
});

describe("after the site is published", () => {
  /** Deleting asks before every file. */
  const denied = async () => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  };
  const warning = {
    code: "EMIT_LEFTOVER",
    severity: "warning",
    message: expect.stringMatching(/\.dist\.eventsite-gone-[\d-]+ could not be deleted: you may not write there\.$/),
  };

  test("an old site that cannot be deleted is a warning, is never brought back, and is in nobody's way", async () => {
    write(outDir, current);
    const { held, staging } = await publish();
    expect(held.isInPlace).toBe(false);
    expect(await staging.clear(denied)).toMatchObject([warning]);
    held.release();
    expect(texts(outDir)).toEqual(published);
    expect(await recoverOutput(outDir, denied)).toMatchObject([warning]);
    // The next one of the same number in its turn.
    const again = await publish();
    expect(await again.staging.clear(denied)).toMatchObject([warning]);
    again.held.release();
    expect(texts(outDir)).toEqual(published);
    rmSync(outDir, { recursive: true });
    await recoverOutput(outDir, noPause);
    expect(treeOf(parent)).toEqual({});
  });

  test("read-only folders of the old site go, and links of its files keep their modes", async () => {
    write(outDir, current);
    chmodSync(join(outDir, "assets/a-11111111.js"), 0o444);
    chmodSync(join(outDir, "CNAME"), 0o444);
    for (const folder of ["assets", "about", "."]) chmodSync(join(outDir, folder), 0o555);
    const { held, staging } = await publish();
    expect(await staging.clear(noPause)).toEqual([]);
    held.release();
    expect(texts(outDir)).toEqual(published);
    expect(treeOf(parent)).not.toHaveProperty([".dist.eventsite-lock"]);
  });
});

test("asking whether a folder can be replaced leaves it where it is, on a system that moves it all the same too", () => {
  write(outDir, current);
  const moves: string[] = [];
  const rename = (from: string, to: string) => {
    moves.push(from);
    rmSync(to, { recursive: true, force: true });
    renameSync(from, to);
  };
  const held = holdOutput(outDir, { platform: "linux", rename });
  expect(moves).toHaveLength(2);
  expect(texts(outDir)).toEqual(current);
  held.release();
});
