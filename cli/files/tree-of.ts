import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";

/** Names in a folder; none where it is not there, or is a file. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/**
 * Paths of a folder, of all folders below it and of all their files, links to folders followed; with forward slashes below `dir`. An
 * unreadable folder is left out with all that is in it: reading the content reports why.
 */
export function treeOf(dir: string) {
  const folders: string[] = [];
  const files: string[] = [];
  const left = [dir];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      folders.push(folder);
      for (const entry of entries) {
        const path = `${folder}/${entry.name}`;
        if (leadsToFolder(entry, path)) left.push(path);
        else files.push(path);
      }
    } catch {}
  }
  return { folders, files };
}

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

/** The suffix of a file that is being written, before it replaces the real one: nobody reads it. */
export const PART_ENDING = ".eventsite-part";

export const isPart = (path: string): boolean => path.endsWith(PART_ENDING);
