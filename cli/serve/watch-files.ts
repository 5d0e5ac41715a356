// The folders that a site is made of → a call whenever something in them may have changed. The session finds out what has changed.
import { dirname, resolve, sep } from "node:path";
import { type FSWatcher, watch } from "chokidar";
import { isPart } from "../config/part-file.ts";

/** New and deleted folders are noticed by the parent's watcher; where no events arrive, as on some network drives, polling helps. */
const LOOK_EVERY_MS = 2000;

export interface Watching {
  close(): Promise<void>;
}

/** `isChanged` is polled, and `onChange` called where it returns true. */
export async function watchFiles(
  paths: readonly string[],
  isChanged: () => boolean,
  onChange: () => void,
): Promise<Watching> {
  const wanted = paths.map((path) => resolve(path));
  const parents = [...new Set(wanted.map((path) => dirname(path)))];
  const isWanted = (path: string) => wanted.some((one) => path === one || path.startsWith(one + sep));
  const isIgnored = (path: string) => {
    const full = resolve(path);
    if (isPart(full)) return true;
    return !isWanted(full) && !parents.includes(full) && !wanted.some((one) => one.startsWith(full + sep));
  };
  const watcher: FSWatcher = watch(parents, { ignoreInitial: true, ignored: isIgnored });
  watcher.on("all", onChange);
  // If watching fails (too many files, no permission), polling remains.
  watcher.on("error", () => {});
  await new Promise<void>((ready) => watcher.once("ready", () => ready()));
  const timer = setInterval(() => isChanged() && onChange(), LOOK_EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      await watcher.close();
    },
  };
}
