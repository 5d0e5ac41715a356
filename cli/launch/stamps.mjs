// What compiled code is named after: a stamp of all its inputs. In plain JavaScript: it runs before anything is compiled.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "../files/make-folder.mjs";
import { removeUnused } from "./compile-once.mjs";

/** Changes with the names and contents of the files and with each of `others`. Throws for a missing file. */
export function stampOf(dir, names, ...others) {
  const hash = createHash("sha1").update(JSON.stringify(others));
  // A name may be absolute: on Windows, that of a file on another drive is.
  for (const name of names) hash.update(`\0${name}\0`).update(readFileSync(resolve(dir, name)));
  return hash.digest("hex").slice(0, 16);
}

/** A file that changes twice within a clock tick of its file system keeps its times. */
const RACY_MS = 100;

/**
 * As `stampOf`, from a record in `recordsDir` if the files have the sizes and times that they had then: at each start, reading
 * five hundred sources takes four times as long.
 */
export function recordedStamp(recordsDir, dir, names, ...others) {
  const startedAt = Date.now();
  const stats = names.map((name) => statSync(resolve(dir, name)));
  const states = stats.map(({ size, mtimeMs, ctimeMs, ino }) => [size, mtimeMs, ctimeMs, ino]);
  const key = createHash("sha1")
    .update(JSON.stringify([names, states, others]))
    .digest("hex");
  const record = join(recordsDir, key);
  const recorded = readRecord(record);
  if (recorded !== undefined) return recorded;
  const stamp = stampOf(dir, names, ...others);
  if (stats.every(({ ctimeMs }) => startedAt - ctimeMs > RACY_MS)) writeRecord(record, stamp);
  return stamp;
}

function readRecord(record) {
  try {
    const stamp = readFileSync(record, "utf8");
    // The machine may have been switched off while it was written.
    return /^[0-9a-f]{16}$/.test(stamp) ? stamp : undefined;
  } catch {
    return undefined;
  }
}

function writeRecord(record, stamp) {
  try {
    makeFolder(dirname(record));
    writeFileSync(record, stamp);
    removeUnused(record, 12);
  } catch {
    // A read-only folder is fine: the files are read at each start.
  }
}

/** What a folder of the program may hold besides its sources. */
const NO_SOURCES = new Set(["node_modules", "dist"]);

/**
 * Names of files in a folder and below it, with forward slashes, sorted. Reads one folder at a time: Node's recursive reading takes ten
 * times as long, at each start.
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
