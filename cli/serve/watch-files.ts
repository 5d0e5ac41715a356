// Watches the files and folders of a site, and calls when something in them may have changed. The session finds out what.

import { realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { watch } from "chokidar";
import { isPart } from "../files/tree-of.ts";

/** Some network drives send no events, a machine can run out of watchers, and a folder that is replaced at once keeps its old watcher. */
const SCAN_EVERY_MS = 2000;

export interface FileWatch {
  close(): Promise<void>;
}

/** `paths` gives the files and folders; `isChanged` is polled, and `onChange` called where it returns true. */
export function watchFiles(
  paths: () => readonly string[],
  isChanged: () => boolean,
  onChange: (path?: string) => void,
): FileWatch {
  let isReported = false;
  const report = (path?: string) => {
    isReported = true;
    onChange(path);
  };
  const open = () => {
    const watched = paths().map((path) => resolve(path));
    /** A path may be deleted and made again: only the folder above shows that. */
    const parents = new Set(watched.map((path) => dirname(path)));
    const ignored = (name: string, stats?: Stats) => {
      const path = resolve(name);
      if (isPart(path) || (stats?.isSymbolicLink() && leadsAround(path))) return true;
      return !(parents.has(path) || watched.some((one) => path === one || path.startsWith(one + sep)));
    };
    // Only a hint is needed: a file that an editor replaces may be reported twice, without the wait that makes it one event.
    return (
      watch([...parents], { ignoreInitial: true, atomic: false, ignored })
        // Sent before the whole folder is listed, which takes tens of milliseconds where it holds a thousand files.
        .on("raw", (_, name, details) => report(reportedPath(name, details as RawDetails)))
        .on("all", (_, path) => report(path))
        // Where watching fails, scanning remains.
        .on("error", () => {})
        .once("ready", () => isChanged() && onChange())
    );
  };
  let watcher = open();
  const scan = () => {
    // A reported change is being built: the watchers work.
    const isSeen = isReported;
    isReported = false;
    if (isSeen || !isChanged()) return;
    void watcher.close();
    watcher = open();
    onChange();
  };
  const timer = setInterval(scan, SCAN_EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await watcher.close();
    },
  };
}

/** What chokidar leaves untyped: the folder or file that sent the event; not there while polling. */
interface RawDetails {
  readonly watchedPath?: string;
}

/** `name` is that of a file in the folder, of the file itself, or a whole path while polling; null where the system does not say it. */
function reportedPath(name: string | null, { watchedPath }: RawDetails): string {
  if (watchedPath === undefined || name === null) return name ?? "";
  return basename(watchedPath) === name ? watchedPath : join(watchedPath, name);
}

/** A link to a folder that contains it would never end. */
function leadsAround(link: string): boolean {
  try {
    return `${realpathSync(dirname(link))}${sep}`.startsWith(`${realpathSync(link)}${sep}`);
  } catch {
    return false;
  }
}
