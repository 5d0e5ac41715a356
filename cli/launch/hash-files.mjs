// Files → the hash of their content, remembered by their stat: while that is the same, they are not read again. Plain Node: it runs before
// anything is compiled.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** A file written twice within a clock tick of its file system keeps its stat: such young files are read again. */
const RACY_MS = 100;

/**
 * `names` are relative to `dir`, or absolute: on Windows, for those of another drive. `record` is the file where the hash is remembered.
 * Throws for a file that is not there.
 */
export function hashFiles(dir, names, record) {
  const now = Date.now();
  let state = "";
  let isYoung = false;
  for (const name of names) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(resolve(dir, name));
    state += `${name} ${size} ${mtimeMs} ${ctimeMs} ${ino}\n`;
    isYoung ||= now - ctimeMs < RACY_MS;
  }
  const stamp = createHash("sha1").update(state).digest("hex");
  const [known, remembered] = read(record);
  if (known === stamp) return remembered;
  const content = createHash("sha1");
  for (const name of names) content.update(`\0${name}\0`).update(readFileSync(resolve(dir, name)));
  const hash = content.digest("hex");
  if (!isYoung) write(record, `${stamp} ${hash}`);
  return hash;
}

function read(record) {
  try {
    const text = readFileSync(record, "utf8");
    return /^\w{40} \w{40}$/.test(text) ? text.split(" ") : [];
  } catch {
    return [];
  }
}

function write(record, text) {
  const aside = `${record}.${process.pid}`;
  try {
    writeFileSync(aside, text);
    renameSync(aside, record);
  } catch {
    // The folder is not there yet or read-only, or the disk is full: the next process reads the files again.
    rmSync(aside, { force: true });
  }
}
