// Where the tests' browser comes from: the system's own Chromium, so that installing the packages downloads none.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Environment,
  findOnPath,
  findChromium as findOnThisMachine,
  isExecutable,
  SHELLS,
} from "./find-on-machine.ts";
import { projectDir } from "./with-site.ts";

export const HOW_TO_INSTALL =
  "Browser tests need Chromium: run `apt-get install chromium-headless-shell` or `apt-get install chromium` as root, or name a Chromium or Chrome in CHROME_PATH.";

/** The path of a Chromium of this machine; CHROME_PATH wins, and is an error where it leads to nothing. */
export function findChromium(environment: Environment = process.env): string | undefined {
  const found = findOnThisMachine(environment);
  if (environment.CHROME_PATH && found === undefined)
    throw new Error(`CHROME_PATH leads to no program: ${environment.CHROME_PATH}`);
  return found;
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
