// What is compiled is in a folder named after all that went into it. Plain Node: it runs before anything is compiled.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Changes with the names and contents of the files and with each of `others`. Throws for a file that is not there. */
export function stampOf(dir, names, ...others) {
  const hash = createHash("sha1").update(JSON.stringify(others));
  // Absolute names stay: on Windows, those of another drive.
  for (const name of names) hash.update(`\0${name}\0`).update(readFileSync(resolve(dir, name)));
  return hash.digest("hex").slice(0, 16);
}

/** What a folder of the program may hold besides its sources. */
const NO_SOURCES = new Set(["node_modules", "dist"]);

/**
 * Names of files in a folder and below it, with forward slashes, sorted. A folder at a time: Node's own recursive reading takes ten times
 * as long, at each start.
 */
export function sourcesBelow(dir, folder, pattern) {
  const entries = readdirSync(join(dir, folder), { withFileTypes: true }).filter(({ name }) => !NO_SOURCES.has(name));
  return entries
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourcesBelow(dir, name, pattern);
      return pattern.test(name) ? [name] : [];
    })
    .sort();
}

/** Compiles into a new folder, which then gets the name that `compile` returns. The `kept` last ones beside it stay: others may run them. */
export async function compileAside(parent, compile, kept = 12) {
  const aside = join(parent, `new-${process.pid}-${Math.random().toString(36).slice(2)}`);
  mkdirSync(aside, { recursive: true });
  try {
    const dir = await compile(aside);
    try {
      renameSync(aside, dir);
    } catch (error) {
      if (!existsSync(dir)) throw error;
      // Another process compiled the same in the meantime, and may be loading it.
      if (isSame(aside, dir)) return dir;
      rmSync(dir, { recursive: true, force: true });
      renameSync(aside, dir);
    }
    removeUnused(dir, kept);
    return dir;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function isSame(one, other) {
  const read = (dir, name) => readFileSync(join(dir, name));
  const names = readdirSync(one, { recursive: true }).filter((name) => statSync(join(one, name)).isFile());
  return names.every((name) => existsSync(join(other, name)) && read(one, name).equals(read(other, name)));
}

/** The folder; `compile` fills a new one where there is none. */
export async function compileOnce(dir, compile, kept) {
  if (!existsSync(dir)) await compileAside(dirname(dir), (aside) => compile(aside).then(() => dir), kept);
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

/** What was used since may be in use, or be written at this moment. Ten minutes: no compilation takes as long. */
const IN_USE_MS = 600_000;

/** By the file system's clock alone: files of a machine whose clock was ahead must not displace what is used now. */
function removeUnused(current, kept) {
  const inUseSince = statSync(current).ctimeMs - IN_USE_MS;
  const others = readdirSync(dirname(current))
    .map((name) => join(dirname(current), name))
    .filter((path) => path !== current)
    .map((path) => ({ path, usedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path, usedAt } of others.slice(kept))
    if (usedAt < inUseSince) rmSync(path, { recursive: true, force: true });
}
