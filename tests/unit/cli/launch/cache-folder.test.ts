// The folder is asked for by a process of its own, since it depends on variables and on the current folder.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ownFolder } from "../../../support/process/own-folder.ts";
import { projectDir } from "../../../support/site/with-site.ts";

const dir = ownFolder();
const site = join(dir, "site");
beforeEach(() => mkdirSync(site));

const ASK = `
  import { programCacheDir } from ${JSON.stringify(join(projectDir, "cli/launch/cache-folder.mjs"))};
  console.log(programCacheDir("/nowhere"));
`;

const cacheDir = (env: Readonly<Record<string, string>>): string =>
  execFileSync(process.execPath, ["--input-type=module", "--eval", ASK], {
    cwd: site,
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
    timeout: 10_000,
  }).trim();

test("is the folder of the user, by its variable or below their home", () => {
  expect(cacheDir({ HOME: dir, XDG_CACHE_HOME: join(dir, "cache") })).toBe(join(dir, "cache/eventsite"));
  expect(cacheDir({ HOME: dir, XDG_CACHE_HOME: "" })).toBe(join(dir, ".cache/eventsite"));
});

test.runIf(existsSync("/proc"))("is that of the site where the system takes no folders there", () => {
  expect(cacheDir({ HOME: dir, XDG_CACHE_HOME: "/proc/eventsite" })).toBe(join(site, ".eventsite"));
});

test("is that of the site where there is no home", () => {
  expect(cacheDir({ HOME: "", XDG_CACHE_HOME: "" })).toBe(join(site, ".eventsite"));
  expect(cacheDir({ HOME: "relative", XDG_CACHE_HOME: "" })).toBe(join(site, ".eventsite"));
  expect(readdirSync(site)).toEqual([".eventsite"]);
});
