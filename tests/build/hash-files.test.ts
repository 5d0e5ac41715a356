// The hash of sources, which decides whether the program and the templates are compiled again.
import { readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hashFiles } from "../../cli/launch/hash-files.mjs";
import { withSite } from "../support/with-site.ts";

const YOUNG_MS = 60_000;

// Files that are just written are too young to be remembered.
beforeEach(() => void vi.useFakeTimers({ now: Date.now() + YOUNG_MS, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const withFiles = (use: (dir: string, hash: (...names: string[]) => string) => void) =>
  withSite({ "a.ts": "one", "b.ts": "two" }, ({ root }) =>
    use(root, (...names) => hashFiles(root, names, join(root, "sources.hash"))),
  );

test("it is that of the content and the names, remembered or not", () =>
  withFiles((dir, hash) => {
    const first = hash("a.ts", "b.ts");
    const record = readFileSync(join(dir, "sources.hash"), "utf8");
    expect(hash("a.ts", "b.ts")).toBe(first);
    expect(hash("a.ts")).not.toBe(first);
    renameSync(join(dir, "b.ts"), join(dir, "c.ts"));
    expect(hash("a.ts", "c.ts")).not.toBe(first);
    renameSync(join(dir, "c.ts"), join(dir, "b.ts"));
    for (const damaged of ["", record.slice(0, 60), "x".repeat(81)]) {
      writeFileSync(join(dir, "sources.hash"), damaged);
      expect(hash("a.ts", "b.ts")).toBe(first);
    }
  }));

test("it differs where a file is replaced by one of its size, with its times", () =>
  withFiles((dir, hash) => {
    const path = join(dir, "a.ts");
    utimesSync(path, 1, 1);
    const first = hash("a.ts");
    writeFileSync(`${path}.new`, "six");
    utimesSync(`${path}.new`, 1, 1);
    renameSync(`${path}.new`, path);
    expect(hash("a.ts")).not.toBe(first);
  }));

test("a file that was just written is read again each time", () => {
  vi.useRealTimers();
  return withFiles((dir, hash) => {
    hash("a.ts");
    expect(() => readFileSync(join(dir, "sources.hash"))).toThrow("ENOENT");
  });
});
