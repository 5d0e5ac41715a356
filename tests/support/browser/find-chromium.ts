// Where the tests' browser comes from: the system's own Chromium, so that installing the packages downloads none.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { projectDir } from "../site/with-site.ts";

export const HOW_TO_INSTALL =
  "Browser tests need Chromium: run `apt-get install chromium-headless-shell` or `apt-get install chromium` as root, or name a Chromium or Chrome in CHROME_PATH.";

/** Without windows, tabs and their own pages: they show the same pages and need half the time. */
const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];

/** Names on the PATH, the best first. */
const NAMES = [
  ...SHELLS,
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
  "microsoft-edge",
];

const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

type Environment = Readonly<Record<string, string | undefined>>;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findOnPath(names: readonly string[], { PATH = "" }: Environment): string | undefined {
  const folders = PATH.split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** The one that CHROME_PATH names, else the first on the PATH, else where it usually is. Throws where CHROME_PATH leads to nothing. */
export function findChromium(environment: Environment = process.env): string | undefined {
  const { CHROME_PATH } = environment;
  if (!CHROME_PATH) return findOnPath(NAMES, environment) ?? PLACES.find(isExecutable);
  if (isExecutable(CHROME_PATH)) return CHROME_PATH;
  throw new Error(`CHROME_PATH leads to no program: ${CHROME_PATH}`);
}

type Run = (...command: readonly [string, ...string[]]) => boolean;

const run: Run = (program, ...args) =>
  spawnSync(program, args, {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** Whether this user may install Debian's packages. */
const canInstall = (): boolean =>
  process.platform === "linux" && process.getuid?.() === 0 && isExecutable("/usr/bin/apt-get");

/** Not every distribution has the shell; what could not be had is not asked for at each run. */
const TRIED = join(projectDir, ".eventsite/no-headless-shell.txt");

interface Machine {
  readonly environment: Environment;
  readonly canInstall: () => boolean;
  readonly run: Run;
  /** Where it is recorded that the shell cannot be installed. */
  readonly record: string;
}

const thisMachine: Machine = { environment: process.env, canInstall, run, record: TRIED };

/**
 * Installs what the browser tests need where this user may do so: the headless shell, and Chromium where there is neither. Says whether
 * there is a browser afterwards.
 */
export function prepareChromium({ environment, canInstall, run, record }: Machine = thisMachine): boolean {
  const isFound = () => findChromium(environment) !== undefined;
  if (environment.CHROME_PATH || findOnPath(SHELLS, environment) || !canInstall()) return isFound();
  // The lists of packages may be missing or old; they are fetched once, and only where they do not help as they are.
  let isFresh = false;
  const install = (name: string): boolean => {
    // A package of another version must not push out what is there.
    const apt = ["apt-get", "-qq", "-o", "Acquire::http::Timeout=20"] as const;
    const command = [...apt, "install", "-y", "--no-install-recommends", "--no-remove", name] as const;
    if (run(...command)) return true;
    if (isFresh) return false;
    isFresh = true;
    return run(...apt, "update") && run(...command);
  };
  if (!existsSync(record)) {
    console.error("Installing the headless shell of Chromium for the browser tests (once) ...");
    if (!install("chromium-headless-shell")) {
      mkdirSync(dirname(record), { recursive: true });
      writeFileSync(record, "chromium-headless-shell could not be installed here. Delete this file to try again.\n");
    }
  }
  return isFound() || (install("chromium") && isFound());
}
