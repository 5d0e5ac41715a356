// Installs what package-lock.json names, when it is not installed yet. Plain Node: it runs before any package is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const programDir = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
const lockfile = join(programDir, "package-lock.json");

/** The file that names the program's packages: npm packs package.json alone. */
export const packagesRecord = () => (existsSync(lockfile) ? lockfile : join(programDir, "package.json"));

/** Whether every package of the lockfile, if there is one, is installed in its version. npm keeps the list of what it installed. */
export function isInstalled() {
  if (!existsSync(lockfile)) return true;
  const record = join(programDir, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(lockfile)).every(
    ([path, { version, optional, link }]) =>
      path === "" || optional || link || !path.startsWith("node_modules/") || installed[path]?.version === version,
  );
}

/** Runs `npm ci` where something is missing; ends the process with a plain message where that fails. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node 20.19 or newer is needed, and this is ${process.versions.node}: install a current Node.`);
    process.exit(1);
  }
  if (programDir.includes("*")) {
    console.error(`Node loads no packages from below a folder with "*" in its name: rename it. This is ${programDir}.`);
    process.exit(1);
  }
  if (isInstalled()) return;
  console.error("Installing packages (once) ...");
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm ? [process.execPath, npm] : [process.platform === "win32" ? "npm.cmd" : "npm"];
  const result = spawnSync(command, [...before, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: programDir,
    stdio: ["ignore", 2, 2],
    shell: !npm && process.platform === "win32",
  });
  if (result.status !== 0) {
    console.error("The packages could not be installed. Check the network connection and run `npm ci` to see why.");
    process.exit(1);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) ensureInstalled();
