// The files and folders that a site is made of → a call whenever something in them may have changed. The session finds out what has changed.
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isPart } from "../config/part-file.ts";
import { treeOf } from "../config/tree-of.ts";

/** Where no events arrive, as on some network drives, or there are too many folders to watch, polling helps. */
const LOOK_EVERY_MS = 2000;
/** Folders come and go in bursts: they are listed again this long after the first of them. */
const LIST_AFTER_MS = 50;

export interface Watching {
  close(): void;
}

/** `paths` gives the files and folders; `isChanged` is polled, and `onChange` called where it returns true. */
export function watchFiles(paths: () => readonly string[], isChanged: () => boolean, onChange: () => void): Watching {
  const watchers = new Map<string, FSWatcher>();
  /** What counts in a watched folder; all of it where there is no set. */
  let names = new Map<string, Set<string> | undefined>();
  let listTimer: NodeJS.Timeout | undefined;

  const drop = (folder: string) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const onEvent = (folder: string, event: string, name: string | null) => {
    const wanted = names.get(folder);
    if (name !== null && (isPart(name) || (wanted && !wanted.has(name)))) return;
    onChange();
    if (event !== "rename") return;
    // A folder of this name may be another one now, which the old watcher knows nothing of.
    if (name !== null) for (const watched of below(join(folder, name), watchers.keys())) drop(watched);
    listTimer ??= setTimeout(() => {
      listTimer = undefined;
      // Files may have come into a new folder before it was watched.
      if (list()) onChange();
    }, LIST_AFTER_MS);
  };

  /** Watches all folders that there are now; returns whether there are new ones. */
  const list = (): boolean => {
    names = namesIn(paths());
    for (const folder of [...watchers.keys()]) if (!names.has(folder)) drop(folder);
    const before = watchers.size;
    for (const folder of names.keys()) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, (event, name) => onEvent(folder, event, name));
        watchers.set(
          folder,
          watcher.on("error", () => drop(folder)),
        );
      } catch {
        // It is gone again, or cannot be watched: polling remains.
      }
    }
    return watchers.size > before;
  };

  list();
  const look = () => {
    if (!isChanged()) return;
    list();
    onChange();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  look();
  return {
    close() {
      clearInterval(timer);
      clearTimeout(listTimer);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}

/** The folders to watch: those of each path whole, and the one above it for the path alone, which may be replaced. */
function namesIn(paths: readonly string[]): Map<string, Set<string> | undefined> {
  const names = new Map<string, Set<string> | undefined>();
  for (const path of paths.map((given) => resolve(given))) {
    const above = dirname(path);
    if (!names.has(above)) names.set(above, new Set());
    names.get(above)?.add(basename(path));
    for (const folder of treeOf(path).folders) names.set(resolve(folder), undefined);
  }
  return names;
}

const below = (path: string, folders: Iterable<string>): string[] =>
  [...folders].filter((folder) => folder === path || folder.startsWith(join(path, "/")));
