// Installs the packages of package-lock.json if they are missing. In plain JavaScript, since it runs before any package is installed, and as
// CommonJS, which Node loads from any folder.
const { spawnSync } = require("node:child_process");
const { existsSync, readFileSync } = require("node:fs");
const { dirname, join, sep } = require("node:path");

const programDir = dirname(dirname(__dirname));
const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
const lockfile = join(programDir, "package-lock.json");

/** The file that names the program's packages. A package from npm has no lockfile. */
const packagesRecord = () => (existsSync(lockfile) ? lockfile : join(programDir, "package.json"));

/** Whether every package of the lockfile, if there is one, is installed in its version, by npm's list of what it has installed. */
function isInstalled() {
  if (!existsSync(lockfile)) return true;
  const record = join(programDir, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(lockfile)).every(
    ([path, { version, optional, link }]) =>
      path === "" || optional || link || !path.startsWith("node_modules/") || installed[path]?.version === version,
  );
}

/** Ends the process with a message where the current folder is gone, or below a folder from which Node loads no modules. */
function checkFolder() {
  checkCurrentFolder();
  const refused = ["*", "\\"].find((character) => character !== sep && programDir.includes(character));
  if (refused === undefined) return;
  console.error(
    `Node loads no program from below a folder with "${refused}" in its name: rename it. This is ${programDir}.`,
  );
  process.exit(1);
}

function checkCurrentFolder() {
  try {
    process.cwd();
  } catch {
    console.error("The current folder does not exist any more: change to another one with `cd`.");
    process.exit(1);
  }
}

/** Runs `npm ci` where a package is missing. Ends the process with a message where that fails. */
function ensureInstalled() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Node 20.19 or newer is needed, and this is ${process.versions.node}: install a current Node.`);
    process.exit(1);
  }
  checkFolder();
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

module.exports = { checkFolder, ensureInstalled, packagesRecord, programDir };

if (require.main === module) ensureInstalled();
