import { readdirSync } from "node:fs";
import { leadsToFolder } from "./leads-to-folder.ts";

/** Paths of a folder, of all folders below it and of all their files, links to folders followed; with forward slashes below `dir`. */
export interface Tree {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Names in a folder; none where it is not there, or is a file. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** An unreadable folder is left out with all that is in it: reading the content reports why. */
export function treeOf(dir: string): Tree {
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
