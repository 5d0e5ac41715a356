// What a release hands out: both packages, installed into an empty folder and run there.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../support/process/command.ts";
import { listFiles } from "../support/process/files.ts";
import { projectDir } from "../support/site/with-site.ts";

/** What the release step reads and writes; packages are shared with the repository. */
const PARTS = [
  ".github",
  "cli",
  "templates",
  "relay",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "CHANGELOG.md",
  "README.md",
];
const WORDS = "- Pages can show opening hours.";
const RELEASED = "## 0.0.1 (2020-01-01)\n\n- The first one.";

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

/** Starts the installed relay, gives its answer to /readyz and ends it. */
async function readiness(cwd: string): Promise<number> {
  const child = spawn(process.execPath, [join(cwd, "node_modules/eventsite-relay/relay.mjs")], {
    cwd,
    env: { PATH: process.env.PATH, PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    let errors = "";
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on("data", (text) => {
        errors += text;
        const [, address] = /takes requests at (\S+)/.exec(errors) ?? [];
        if (address) resolve(address);
      });
      child.once("close", () => reject(new Error(errors)));
    });
    return (await fetch(new URL("/readyz", url))).status;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

test("a release has its version everywhere, and its packages work in an empty folder", async () => {
  const home = mkdtempSync(join(tmpdir(), "eventsite-release-"));
  try {
    const copy = join(home, "copy");
    mkdirSync(copy);
    for (const part of PARTS)
      cpSync(join(projectDir, part), join(copy, part), {
        recursive: true,
        filter: (path) => !path.startsWith(join(projectDir, "relay/node_modules")),
      });
    symlinkSync(join(projectDir, "node_modules"), join(copy, "node_modules"));
    writeFileSync(join(copy, "CHANGELOG.md"), `# Changelog\n\n## Unreleased\n\n${WORDS}\n\n${RELEASED}\n`);
    const release = (...args: string[]) =>
      run([".github/release/release.mjs", ...args], { cwd: copy, command: [process.execPath] });

    expect(await release("next")).toMatchObject({ code: 2, stderr: expect.stringContaining("usage: npm run release") });
    const done = await release("4.5.6", "--date", "2030-01-02", "--out", "out");
    expect(done.code, done.stderr).toBe(0);
    expect(done.stdout).toContain("Wrote out/eventsite-4.5.6.tgz\nWrote out/eventsite-relay-4.5.6.tgz\n");
    expect(readFileSync(join(copy, "CHANGELOG.md"), "utf8")).toBe(
      `# Changelog\n\n## Unreleased\n\n## 4.5.6 (2030-01-02)\n\n${WORDS}\n\n${RELEASED}\n`,
    );
    for (const file of ["package.json", "relay/package.json"]) expect(readJson(join(copy, file)).version).toBe("4.5.6");
    const lock = readJson(join(copy, "package-lock.json"));
    expect([lock.version, lock.packages[""].version, lock.packages.relay.version]).toEqual(Array(3).fill("4.5.6"));
    // The same version, or a version without changes, is no release.
    expect(await release("4.5.6", "--date", "2030-01-03")).toMatchObject({ code: 2 });
    expect(await release("4.5.7", "--date", "2030-01-03")).toMatchObject({ code: 2 });

    const site = join(home, "site");
    cpSync(join(projectDir, "tests/fixtures/sites/small"), site, { recursive: true });
    writeFileSync(join(site, "package.json"), "{}\n");
    const packages = ["eventsite-4.5.6.tgz", "eventsite-relay-4.5.6.tgz"].map((name) => join(copy, "out", name));
    const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error", ...packages];
    const installed = await run(install, { cwd: site, command: ["npm"] });
    expect(installed.code, installed.stderr).toBe(0);
    const carried = listFiles(join(site, "node_modules/eventsite"));
    expect(carried.filter((path) => /^(?:tests|content|relay)\//.test(path))).toEqual([
      "relay/contract.ts",
      "relay/loopback.ts",
    ]);

    // It is for those who ask for it, and has hundreds of packages of its own.
    expect(existsSync(join(site, "node_modules/decap-cms"))).toBe(false);

    const built = await run(["eventsite", "build"], { cwd: site, command: ["npx", "--no", "--"] });
    expect(built.code, built.stderr).toBe(0);
    expect(built.stdout).toMatch(/^Built \d+ pages/m);
    expect(built.stderr).not.toContain("Installing packages");
    expect(existsSync(join(site, "dist/contact/index.html"))).toBe(true);

    const own = { cwd: join(site, "walks"), command: ["npx", "--no", "--"] } as const;
    expect(await run(["eventsite", "init", "walks"], { ...own, cwd: site })).toMatchObject({ code: 0, stderr: "" });
    expect(await run(["eventsite", "check"], own)).toMatchObject({ code: 0, stderr: "" });

    const help = await run(["eventsite-relay", "--help"], { cwd: site, command: ["npx", "--no", "--"] });
    expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: eventsite-relay/) });
    expect(await readiness(site)).toBe(200);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}, 420_000);
