import { type Dirent, realpathSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";

/** Whether a directory entry is a folder or a link to one. A link to a folder that contains it would never end: that gives false. */
export function leadsToFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    const target = realpathSync(path);
    const place = realpathSync(dirname(path));
    return statSync(target).isDirectory() && place !== target && !place.startsWith(target + sep);
  } catch {
    return false;
  }
}
