import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join, sep } from "node:path";

/** The names in a folder; none where there is no such folder. */
export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/**
 * The paths of a folder, of all folders below it and of all their files, with forward slashes below `dir`. Links to folders are followed.
 * An unreadable folder is left out with all that is in it: reading the content reports why.
 */
export function treeOf(dir: string) {
  const folders: string[] = [];
  const files: string[] = [];
  const pending = [dir];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      folders.push(folder);
      for (const entry of entries) {
        const path = `${folder}/${entry.name}`;
        if (leadsToFolder(entry, path)) pending.push(path);
        else files.push(path);
      }
    } catch {}
  }
  return { folders, files };
}

/** The files and links below a folder. Links are not followed. What vanishes meanwhile is left out, as others may be writing there. */
export async function* filesBelow(dir: string): AsyncGenerator<{ readonly file: string; readonly stats: Stats }> {
  for (const entry of (await unlessGone(readdir(dir, { withFileTypes: true }))) ?? []) {
    const file = join(dir, entry.name);
    if (entry.isDirectory()) {
      yield* filesBelow(file);
      continue;
    }
    const stats = await unlessGone(lstat(file));
    if (stats) yield { file, stats };
  }
}

const unlessGone = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });

/** Whether the error of a file system is that nothing is at the path any more. */
export const isGone = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Whether a directory entry is a folder or a link to one. False for a link to a folder that contains it, which would never end. */
export function leadsToFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    const target = realpathSync(path);
    const parent = realpathSync(dirname(path));
    return statSync(target).isDirectory() && parent !== target && !parent.startsWith(target + sep);
  } catch {
    return false;
  }
}

/** The suffix of a file that is being written, before it replaces the real one: nobody reads it. */
export const PART_ENDING = ".eventsite-part";

export const isPart = (path: string): boolean => path.endsWith(PART_ENDING);
