import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../../cli/files/make-folder.mjs";
import { ownFolder } from "../../../support/process/own-folder.ts";

const dir = ownFolder();

test("makes what is missing, says which folder was the first, and is done where all are there", () => {
  expect(makeFolder(join(dir, "a/b/c"))).toBe(join(dir, "a"));
  expect(existsSync(join(dir, "a/b/c"))).toBe(true);
  expect(makeFolder(join(dir, "a/b/c"))).toBeUndefined();
  expect(makeFolder(join(dir, "a/b/d"))).toBe(join(dir, "a/b/d"));
});

test("is refused below a file", () => {
  writeFileSync(join(dir, "file"), "");
  expect(() => makeFolder(join(dir, "file/x"))).toThrow("ENOTDIR");
});

test.runIf(process.platform === "linux")("ends where a file system takes no folders", () => {
  expect(() => makeFolder("/proc/eventsite/x")).toThrow("ENOENT");
});
