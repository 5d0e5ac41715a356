// Writes a file so that an error always names it: where the disk is full, Node's error has no path.
import { type WriteFileOptions, writeFileSync } from "node:fs";

/** As Node's `writeFileSync`, but each error has the path. */
export function writeFile(path: string, content: string | NodeJS.ArrayBufferView, options?: WriteFileOptions): void {
  try {
    writeFileSync(path, content, options);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}
