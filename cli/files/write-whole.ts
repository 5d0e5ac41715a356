// Writes a file under another name and then renames it: a reader gets the whole old file or the whole new one.

import { lstatSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.mjs";
import { PART_ENDING } from "./tree-of.ts";
import { writeFile } from "./write-file.ts";

/**
 * Creates the folder, too. What is there and is no plain file, such as a link, a pipe or `/dev/stdout`, stays and is written into. Throws the
 * errors of the file system; an old plain file is then unchanged.
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false) writeFile(path, content);
  else replaceFile(path, content);
}

function replaceFile(path: string, content: string | Uint8Array): void {
  const part = `${path}.${process.pid}${PART_ENDING}`;
  makeFolder(dirname(path));
  try {
    writeFile(part, content);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    // The name of the part means nothing to people.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}
