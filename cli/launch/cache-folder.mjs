// The cache folder of compiled code. The program's folder may belong to another user or be read-only, and a home folder may not exist. In
// plain JavaScript: it runs before anything is compiled.

import { accessSync, constants, mkdtempSync, rmSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { makeFolder } from "../files/make-folder.mjs";

let shared;

/** The folder that all sites of this user share, or that of the repository, which is a site itself. undefined where none can be written. */
export function sharedCacheDir(programDir) {
  shared ??= { dir: process.cwd() === programDir ? (writable(siteFolder()) ?? userFolder()) : userFolder() };
  return shared.dir;
}

/** For the program itself, which is loaded before its site is known. Without a shared folder: the current folder, or a temporary one. */
export function programCacheDir(programDir) {
  return sharedCacheDir(programDir) ?? writable(siteFolder()) ?? temporaryFolder();
}

const siteFolder = () => resolve(".eventsite");

/** Programs are loaded from it, so a folder of another user is not trusted. */
function userFolder() {
  const { XDG_CACHE_HOME = "" } = process.env;
  const cacheHome = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homeFolder(), ".cache");
  // A relative path would be below the current folder.
  if (!isAbsolute(cacheHome)) return undefined;
  const dir = writable(join(cacheHome, "eventsite"));
  return dir !== undefined && [undefined, statSync(dir).uid].includes(process.getuid?.()) ? dir : undefined;
}

/** Empty where there is none: `HOME` may be empty, or missing for a user that the system does not know, as in containers. */
export function homeFolder() {
  try {
    return homedir();
  } catch {
    return "";
  }
}

function writable(dir) {
  try {
    makeFolder(dir, 0o700);
    accessSync(dir, constants.W_OK | constants.X_OK);
    return dir;
  } catch {
    return undefined;
  }
}

function temporaryFolder() {
  const dir = mkdtempSync(join(tmpdir(), "eventsite-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
