// Where this machine has a Chromium or Chrome.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Without windows, tabs and their own pages: they show the same pages and need half the time. */
export const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];

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

export type Environment = Readonly<Record<string, string | undefined>>;

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function findOnPath(names: readonly string[], { PATH = "" }: Environment): string | undefined {
  const folders = PATH.split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** The one that CHROME_PATH names, else the first on the PATH, else where it usually is; undefined without any. */
export function findChromium(environment: Environment = process.env): string | undefined {
  const { CHROME_PATH } = environment;
  if (CHROME_PATH) return isExecutable(CHROME_PATH) ? CHROME_PATH : undefined;
  return findOnPath(NAMES, environment) ?? PLACES.find(isExecutable);
}
