import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Every file below a folder, relative to it, with forward slashes, sorted. */
export const listFiles = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
