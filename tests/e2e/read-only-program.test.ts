// A program that another user has installed: this one may read it, and writes into the site and into folders of their own alone.
import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainEnvironment, run } from "../support/process/command.ts";
import { listFiles } from "../support/process/files.ts";
import { projectDir } from "../support/site/with-site.ts";

/** Root may write everywhere: then the program is run by "nobody". */
const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;

const AS_OTHER = [`--reuid=${OTHER_USER}`, `--regid=${OTHER_USER}`, "--clear-groups"];

const base = mkdtempSync(join(tmpdir(), "eventsite-installed-"));
const program = join(base, "program");
const launcher = join(program, "cli/eventsite.cjs");
afterAll(() => {
  for (const path of folders(program)) chmodSync(path, 0o755);
  rmSync(base, { recursive: true, force: true });
});

const folders = (dir: string): string[] => [
  dir,
  ...readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => folders(join(dir, name))),
];

beforeAll(() => {
  chmodSync(base, 0o755);
  const isProgram = (path: string) => !/node_modules|\.eventsite|\/dist(\/|$)/.test(path.slice(projectDir.length));
  for (const part of ["cli", "templates", "relay", "package.json", "package-lock.json", "tsconfig.json"])
    cpSync(join(projectDir, part), join(program, part), { recursive: true, filter: isProgram });
  symlinkSync(join(projectDir, "node_modules"), join(program, "node_modules"));
  for (const path of folders(program)) chmodSync(path, 0o555);
});

/** A site and a home folder of the other user; `isHome` says whether that may be written. */
function userFolders(name: string, isHome: boolean) {
  const [site, home] = [join(base, name, "site"), join(base, name, "home")];
  cpSync(join(projectDir, "tests/fixtures/sites/small"), site, { recursive: true });
  mkdirSync(home);
  if (isRoot) for (const path of [site, ...(isHome ? [home] : [])]) give(path);
  if (!isHome) chmodSync(home, 0o555);
  return { site, home };
}

function give(path: string): void {
  chownSync(path, OTHER_USER, OTHER_USER);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
}

const command = (site: string, env: Record<string, string>, ...args: string[]) =>
  run(args, {
    cwd: site,
    env: { ...plainEnvironment(), XDG_CACHE_HOME: "", EVENTSITE_IMAGE_CACHE: "", ...env },
    command: isRoot ? ["setpriv", ...AS_OTHER, process.execPath, launcher] : [process.execPath, launcher],
  });

test("builds a site, and writes into its folder and the user's cache alone", async () => {
  const { site, home } = userFolders("usual", true);
  const before = listFiles(program);
  const end = await command(site, { HOME: home }, "build");
  expect(end).toMatchObject({ code: 0, stderr: "" });
  expect(existsSync(join(site, "dist/contact/index.html"))).toBe(true);
  expect(readdirSync(home)).toEqual([".cache"]);
  expect(readdirSync(join(home, ".cache"))).toEqual(["eventsite"]);
  expect(listFiles(program)).toEqual(before);
  expect((await command(site, { HOME: home }, "build")).stdout).toMatch(/^Nothing changed/m);
  // After two builds: the first may find the program's files too new to record their stamp.
  const caches = readdirSync(join(home, ".cache/eventsite")).filter((name) => name !== "compile-cache");
  expect(caches.sort()).toEqual(["fonts", "libraries", "program", "stamps", "templates"]);
});

test("runs the relay, too", async () => {
  const { site, home } = userFolders("relay", true);
  const env = { ...plainEnvironment(), XDG_CACHE_HOME: "", HOME: home, PORT: "0", RELAY_STORE_URL: "sqlite:relay.db" };
  const relayLauncher = join(program, "relay/eventsite-relay.mjs");
  const [file = "", ...before] = isRoot ? ["setpriv", ...AS_OTHER, process.execPath] : [process.execPath];
  const relay = spawn(file, [...before, relayLauncher], { cwd: site, env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  for await (const text of relay.stderr.setEncoding("utf8")) {
    said += text;
    if (/takes requests at/.test(said)) break;
  }
  relay.kill("SIGKILL");
  expect(said).toMatch(/takes requests at/);
  expect(readdirSync(join(home, ".cache/eventsite"))).toContain("relay-program");
});

test("takes the cache folder that the user names", async () => {
  const { site, home } = userFolders("named", true);
  expect(await command(site, { HOME: home, XDG_CACHE_HOME: join(home, "caches") }, "check")).toMatchObject({ code: 0 });
  expect(readdirSync(home)).toEqual(["caches"]);
});

test("does without a home folder", async () => {
  const { site, home } = userFolders("homeless", false);
  const end = await command(site, { HOME: home }, "build");
  expect(end).toMatchObject({ code: 0, stderr: "" });
  expect(existsSync(join(site, "dist/contact/index.html"))).toBe(true);
  expect(readdirSync(home)).toEqual([]);
  expect(readdirSync(site).sort()).toEqual([".eventsite", "content", "dist"]);
  expect((await command(site, { HOME: home }, "build")).stdout).toMatch(/^Nothing changed/m);
  // Where even the current folder cannot be written.
  expect((await command(home, { HOME: home }, "--help")).code).toBe(0);
});
