// The folder that the container carries, run as the container runs it: by another user, from a tree that cannot be written.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listFiles } from "../../support/process/files.ts";
import { fileFolder } from "../../support/process/own-folder.ts";
import { projectDir } from "../../support/site/with-site.ts";
import { send, watchRelay } from "../support/relay-process.ts";

/** "nobody", who owns nothing. Becoming another user and mounting need root; without it, the mode bits take the place of the mount. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const MIB = 1024 * 1024;

const folder = fileFolder();
let app = "";
let data = "";

beforeAll(() => {
  chmodSync(folder, 0o755);
  app = join(folder, "app");
  data = join(folder, "data");
  execFileSync(process.execPath, [join(projectDir, "relay/launch/bundle.mjs"), app], {
    cwd: projectDir,
    stdio: "pipe",
  });
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) chownSync(data, NOBODY, NOBODY);
  else execFileSync("chmod", ["-R", "a-w", app]);
});
afterAll(() => void (isRoot || execFileSync("chmod", ["-R", "u+w", app])));

const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"; shift';
const AS_NOBODY = `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs -- "$@"`;

function start(args: readonly string[]) {
  const env = {
    PATH: process.env.PATH,
    HOST: "127.0.0.1",
    PORT: "0",
    RELAY_STORE_URL: `sqlite:${data}/relay.db`,
    RELAY_SOCKET: `${data}/relay.sock`,
    RELAY_MAIL_URL: `maildir:${data}/mail`,
  };
  const command = [process.execPath, join(app, "relay.mjs"), ...args];
  return watchRelay(
    isRoot
      ? spawn("unshare", ["--mount", "sh", "-c", `${READ_ONLY}; ${AS_NOBODY}`, "sh", app, ...command], {
          env,
          cwd: app,
        })
      : spawn(command[0] as string, command.slice(1), { env, cwd: app }),
  );
}

test("is the relay and the store's native package, under 120 MB, and says nothing of any company", () => {
  const files = listFiles(app);
  const isPart = (path: string) => /^parts\/[\w-]+\.mjs$/.test(path);
  expect(files.filter((path) => !path.startsWith("node_modules/") && !isPart(path)).sort()).toEqual([
    "package.json",
    "relay.mjs",
  ]);
  expect(files.filter((path) => path.includes("templates/") || path.includes("/react"))).toEqual([]);
  const own = files
    .filter((path) => !path.startsWith("node_modules/"))
    .map((path) => readFileSync(join(app, path), "utf8"));
  expect(own.join("").match(/evenhall|416-555|lantern lane|hello@example/gi)).toBeNull();
  const bytes = files.reduce((sum, path) => sum + statSync(join(app, path)).size, 0);
  expect(bytes).toBeLessThan(120 * MIB);
});

test("accepts, keeps, shows and ends as another user on a read-only tree", async () => {
  const relay = start([]);
  const url = await relay.address;
  try {
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const reference = await send(url, {});
    const listed = await start(["list", "--json"]).ended;
    expect(JSON.parse(listed.stdout).submissions).toMatchObject([{ reference, form: "venue" }]);
  } finally {
    relay.child.kill("SIGTERM");
  }
  const { code, stderr } = await relay.ended;
  expect([code, stderr.includes("EROFS"), stderr.includes("EACCES")]).toEqual([0, false, false]);
  if (isRoot) expect(statSync(join(data, "relay.db")).uid).toBe(NOBODY);
  expect(statSync(join(data, "relay.db")).mode & 0o077).toBe(0);
});
