// What a process takes from the folder of finished pictures without reading it, and what it sees there of other processes.
import { renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openFileCache } from "../../cli/assets/cache/file-cache.ts";
import { openStatHashes, type StatFile } from "../../cli/assets/cache/stat-hashes.ts";
import { withSite } from "../support/site/with-site.ts";

const MINUTE_MS = 60_000;
/** Of today: older files are marked as used when they are found. */
const SECOND = Math.floor(Date.now() / 1000);

/** A file with a stat of a minute ago: one that is written now is too young to be remembered. */
const oldFile = (path: string): StatFile => {
  const { size, ino } = statSync(path);
  return { path, stat: { size, ino, mtimeMs: Date.now() - MINUTE_MS, ctimeMs: Date.now() - MINUTE_MS } };
};

test("a file is remembered by the next process as long as its size, its times and its inode are the same", async () => {
  await withSite({}, ({ root }) => {
    const file = oldFile(join(root, "content/site.yaml"));
    const known = openStatHashes(root, root);
    known.add(file, "abc");
    known.save();
    const next = openStatHashes(root, root);
    expect(next.hashOf(file)).toBe("abc");
    for (const part of ["size", "mtimeMs", "ctimeMs", "ino"] as const)
      expect(next.hashOf({ ...file, stat: { ...file.stat, [part]: file.stat[part] + 1 } }), part).toBeUndefined();
  });
});

test("files of which a check knows nothing stay remembered, and those that are gone do not", async () => {
  await withSite({}, ({ root }) => {
    const [here, gone, other] = ["site.yaml", "pages/404.yaml", "pages/contact.yaml"].map((name) =>
      oldFile(join(root, "content", name)),
    ) as [StatFile, StatFile, StatFile];
    const build = openStatHashes(root, root);
    build.add(here, "here");
    build.add(gone, "gone");
    build.save();
    renameSync(gone.path, `${gone.path}.old`);
    const check = openStatHashes(root, root);
    check.add(other, "other");
    check.save();
    const next = openStatHashes(root, root);
    expect([here, gone, other].map(next.hashOf)).toEqual(["here", undefined, "other"]);
  });
});

test("a file that was read once is not used when one of its size, with its times, is in its place", async () => {
  vi.useFakeTimers({ now: Date.now() + MINUTE_MS, toFake: ["Date"] });
  await withSite({}, ({ root }) => {
    const dir = join(root, "images");
    const open = () => {
      const known = openStatHashes(dir, root);
      return { known, cache: openFileCache(dir, known) };
    };
    const first = open();
    const { path } = first.cache.put("key.webp", Buffer.from("picture"));
    utimesSync(path, SECOND, SECOND);
    expect(first.cache.find("key.webp")?.path).toBe(path);
    first.known.save();
    expect(open().known.hashOf({ path, stat: statSync(path) })).toBeDefined();

    writeFileSync(`${path}.new`, "spoiled");
    utimesSync(`${path}.new`, SECOND, SECOND);
    renameSync(`${path}.new`, path);
    expect(open().cache.find("key.webp")).toBeUndefined();
  }).finally(() => vi.useRealTimers());
});
