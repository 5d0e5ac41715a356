// Where the tests' browser comes from: the system's own Chromium, so that installing the packages downloads none.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Names on the PATH, the likeliest first. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge"];

const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

export const HOW_TO_INSTALL =
  "Browser tests need Chromium: run `apt-get install chromium` as root, or name a Chromium or Chrome in CHROME_PATH.";

type Environment = Readonly<Record<string, string | undefined>>;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium of this machine; CHROME_PATH wins, and is an error where it leads to nothing. */
export function findChromium(environment: Environment = process.env): string | undefined {
  const named = environment.CHROME_PATH;
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROME_PATH leads to no program: ${named}`);
  }
  const onPath = (environment.PATH ?? "")
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => NAMES.map((name) => ({ rank: NAMES.indexOf(name), path: join(folder, name) })))
    .sort((one, other) => one.rank - other.rank)
    .map(({ path }) => path);
  return [...onPath, ...PLACES].find(isExecutable);
}

const run = (...command: [string, ...string[]]) =>
  spawnSync(command[0], command.slice(1), {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** Installs Debian's package where this user may do so; says whether it is there afterwards. */
export function installChromium(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get")) return false;
  console.error("Installing Chromium for the browser tests (once) ...");
  const install = () => run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium");
  // The lists of packages may be missing or old; they are fetched only then.
  if (!install()) run("apt-get", "update", "-qq") && install();
  return findChromium() !== undefined;
}
