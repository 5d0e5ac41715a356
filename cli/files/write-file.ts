// Writing a file so that what is refused names it. A full disk refuses the bytes and not the file: Node's error then has no path.
import { type WriteFileOptions, writeFileSync } from "node:fs";

/** As Node's, but each error has the path. */
export function writeFile(path: string, content: string | NodeJS.ArrayBufferView, options?: WriteFileOptions): void {
  try {
    writeFileSync(path, content, options);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
}
