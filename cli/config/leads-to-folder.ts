import { type Dirent, realpathSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";

/** Whether an entry of a folder is a folder, or a link to one. A link to a folder it stands in would go round for ever, and leads nowhere. */
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
