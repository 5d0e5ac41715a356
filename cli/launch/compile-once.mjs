// Compiled code is in a folder named after all its inputs. In plain JavaScript: it runs before anything is compiled.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../files/make-folder.mjs";

/** Compiles into a new folder, which then gets the name that `compile` returns. The `keptCount` last used beside it stay: others may run them. */
export async function compileInNewFolder(parent, compile, keptCount = 12) {
  const newDir = join(parent, `new-${process.pid}-${Math.random().toString(36).slice(2)}`);
  makeFolder(newDir);
  try {
    const dir = await compile(newDir);
    try {
      renameSync(newDir, dir);
    } catch (error) {
      if (!existsSync(dir)) throw error;
      // Another process has compiled the same meanwhile, and may be loading it.
      if (isSame(newDir, dir)) return dir;
      rmSync(dir, { recursive: true, force: true });
      renameSync(newDir, dir);
    }
    removeUnused(dir, keptCount);
    return dir;
  } finally {
    rmSync(newDir, { recursive: true, force: true });
  }
}

function isSame(one, other) {
  const read = (dir, name) => readFileSync(join(dir, name));
  const names = readdirSync(one, { recursive: true }).filter((name) => statSync(join(one, name)).isFile());
  return names.every((name) => existsSync(join(other, name)) && read(one, name).equals(read(other, name)));
}

/** Returns the folder, which `compile` fills where it does not exist yet. */
export async function compileOnce(dir, compile, keptCount) {
  if (!existsSync(dir)) await compileInNewFolder(dirname(dir), (newDir) => compile(newDir).then(() => dir), keptCount);
  markUsed(dir);
  return dir;
}

export function markUsed(...paths) {
  try {
    for (const path of paths) utimesSync(path, new Date(), new Date());
  } catch {
    // A read-only folder is fine: nothing is removed from it either.
  }
}

/** A folder that was used within this time may be in use, or being written: no compilation takes ten minutes. */
const IN_USE_MS = 600_000;

/** Removes what is beside a file or folder but for the `keptCount` last used. Compares only times of the file system: files of a machine whose clock was ahead must not displace what is used now. */
export function removeUnused(current, keptCount) {
  const inUseSince = statSync(current).ctimeMs - IN_USE_MS;
  const others = readdirSync(dirname(current))
    .map((name) => join(dirname(current), name))
    .filter((path) => path !== current)
    .map((path) => ({ path, usedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path, usedAt } of others.slice(keptCount))
    if (usedAt < inUseSince) rmSync(path, { recursive: true, force: true });
}
