// A file that is written beside its place and then renamed: a reader gets the old one or the new one, whole.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Left by a process that was killed while it wrote. */
export const isPart = (name: string): boolean => name.endsWith(".part");

/** Makes the folder, too. Throws what the file system refuses; the old file is then as it was. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const part = `${path}.${process.pid}.part`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(part, content);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
