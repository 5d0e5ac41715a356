// A file that is written beside its place and then renamed: a reader gets the old one or the new one, whole.

import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { PART_ENDING } from "./tree-of.ts";
import { writeFile } from "./write-file.ts";

/** Makes the folder, too. Throws what the file system refuses; the old file is then as it was. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const part = `${path}.${process.pid}${PART_ENDING}`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFile(part, content);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
