// What someone meets who has just got the repository, with Node and npm and nothing else.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { plainEnvironment, type Running, run, start } from "../support/process/command.ts";
import { isTorture } from "../support/process/rounds.ts";
import { projectDir } from "../support/site/with-site.ts";

/** The files of the repository as they stand; where there is no git, all but what it would ignore. */
function repositoryFiles(): string[] {
  try {
    const listed = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], {
      cwd: projectDir,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return listed.split("\0").filter((path) => path !== "" && existsSync(join(projectDir, path)));
  } catch {
    const made = /^(node_modules|dist|\.eventsite|\.git)(\/|$)|(^|\/)node_modules\/|^\..*\.eventsite-/;
    return readdirSync(projectDir, { recursive: true, encoding: "utf8" }).filter(
      (path) => !made.test(path) && statSync(join(projectDir, path)).isFile(),
    );
  }
}

function clone(to: string): void {
  for (const path of repositoryFiles()) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(projectDir, path), join(to, path));
  }
}

const answer = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, (response) => response.resume().on("end", () => resolve(response.statusCode ?? 0))).on("error", reject);
  });

const installing = /Installing packages/;

test("each first command on a fresh clone installs what it needs, and the second time it does not", async () => {
  const home = mkdtempSync(join(tmpdir(), "eventsite-clone-"));
  const root = join(home, "my site");
  // npm finds nothing of this machine: no configuration of the user and, in torture, no cache.
  const env = {
    ...(isTorture && { npm_config_cache: join(home, "cache") }),
    npm_config_userconfig: join(home, "npmrc"),
    npm_config_update_notifier: "false",
    CI: "true",
  };
  const serving = async (use: (url: string, server: Running) => Promise<void>): Promise<string> => {
    const server = start(["start", "--", "--port", "0"], { cwd: root, env, command: ["npm"] });
    try {
      const [, url = ""] = await server.said(/ pages at (http:\/\/localhost:\d+) /);
      await use(url, server);
    } finally {
      server.kill("SIGINT");
    }
    return (await server.finished).stderr;
  };
  try {
    clone(root);
    expect(existsSync(join(root, "node_modules"))).toBe(false);
    expect(existsSync(join(root, "dist"))).toBe(false);

    // 1. npx eventsite build, as the very first command.
    const first = await run(["eventsite", "build"], { cwd: root, env, command: ["npx"] });
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toMatch(/^Built \d+ pages and the not-found page, \d+ files in dist/m);
    expect(first.stderr).toMatch(installing);
    expect(existsSync(join(root, "dist/index.html"))).toBe(true);
    const lockfile = readFileSync(join(projectDir, "package-lock.json"), "utf8");
    expect(readFileSync(join(root, "package-lock.json"), "utf8")).toBe(lockfile);

    // 2. Again: nothing is installed, nothing is built.
    const again = await run(["eventsite", "build"], { cwd: root, env, command: ["npx"] });
    expect(again.stdout).toMatch(/^Nothing changed: /m);
    expect(again.stderr).not.toMatch(installing);

    // 3. npm start where packages are missing, or others than the lockfile's: the record that npm keeps of them tells, here by its absence.
    for (const made of ["node_modules/react", "node_modules/.package-lock.json", ".eventsite", "dist"])
      rmSync(join(root, made), { recursive: true });
    const reported = await serving(async (url) => {
      expect(await answer(url)).toBe(200);
      expect(await answer(`${url}/nowhere`)).toBe(404);
    });
    expect(reported).toMatch(installing);
    expect(existsSync(join(root, "node_modules/react/package.json"))).toBe(true);

    // 4. And again, with everything there.
    const reportedAgain = await serving(async (url) => expect(await answer(url)).toBe(200));
    expect(reportedAgain).not.toMatch(installing);

    // 5. Several first commands at the same time, with the packages there: each compiles, and none is in another's way.
    rmSync(join(root, ".eventsite"), { recursive: true });
    const outs = ["one", "two", "three"];
    const ends = await Promise.all(
      outs.map((out) =>
        run(["cli/eventsite.cjs", "build", "--out", out], { cwd: root, env, command: [process.execPath] }),
      ),
    );
    expect(ends.map(({ code }) => code)).toEqual(outs.map(() => 0));
    const [program = "", ...others] = readdirSync(join(root, ".eventsite/program"));
    expect([program, others]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), []]);
    expect(readdirSync(join(root, ".eventsite/program", program))).toContain("main.mjs");

    // 6. Where nothing is missing, nothing is said.
    expect(await run(["cli/launch/setup.cjs"], { cwd: root, env, command: [process.execPath] })).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(Object.keys(plainEnvironment())).not.toContain("npm_execpath");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}, 420_000);
