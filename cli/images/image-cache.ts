// Finished files of pictures by the name of their bytes, and what was found out about masters. A file comes to be whole or not at all, and
// carries its size in its name, so that one cut short by a crash is seen. Deleting the folder costs time and nothing else.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const DAY_MS = 86_400_000;
/** Files that no build asked for in this time go: a focal point that was tried and given up leaves no more than a month of them. */
const KEPT_MS = 30 * DAY_MS;
/** Left by a build that was killed while it wrote. */
const PART_MS = DAY_MS / 24;

export interface ImageCache {
  readonly dir: string;
  /** The path of a whole file. `afresh` also sees those that another process has made meanwhile. */
  find(name: string, afresh?: boolean): string | undefined;
  /** Gives back the path. */
  put(name: string, bytes: Uint8Array): string;
  /** Takes away what was not asked for in a month. */
  prune(): void;
}

/** `name` is "<key>.<ending>"; it stands as "<key>.<size>.<ending>". */
export function openImageCache(dir: string): ImageCache {
  let listed: ReadonlyMap<string, string> | undefined;
  const made = new Map<string, string>();
  const fileOf = (name: string, afresh: boolean): string | undefined => {
    if (listed === undefined || (afresh && !listed.has(name))) listed = list(dir);
    return made.get(name) ?? listed.get(name);
  };
  return {
    dir,
    find(name, afresh = false) {
      const file = fileOf(name, afresh);
      const path = file === undefined ? undefined : join(dir, file);
      const stat = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
      if (path === undefined || stat?.size !== sizeOf(path)) return undefined;
      touch(path, stat);
      return path;
    },
    put(name, bytes) {
      const file = name.replace(/\.(?=[^.]*$)/, `.${bytes.length}.`);
      const path = join(dir, file);
      const part = `${path}.${process.pid}.part`;
      mkdirSync(dir, { recursive: true });
      try {
        writeFileSync(part, bytes);
        renameSync(part, path);
      } catch (error) {
        rmSync(part, { force: true });
        throw error;
      }
      made.set(name, file);
      return path;
    },
    prune: () => prune(dir),
  };
}

function list(dir: string): ReadonlyMap<string, string> {
  const files = readNames(dir).filter((file) => /^\w+\.\d+\.\w+$/.test(file));
  return new Map(files.map((file) => [file.replace(/\.\d+\./, "."), file]));
}

/** The size of a cached file, which stands in its name. */
export const sizeOf = (path: string): number => Number(/\.(\d+)\.\w+$/.exec(path)?.[1]);

function readNames(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** When it was last asked for, to the day. */
function touch(path: string, { mtimeMs }: Stats): void {
  const now = Date.now();
  if (now - mtimeMs < DAY_MS) return;
  try {
    utimesSync(path, now / 1000, now / 1000);
  } catch {
    // A cache that may only be read serves as well.
  }
}

function prune(dir: string): void {
  const now = Date.now();
  for (const file of readNames(dir)) {
    const path = join(dir, file);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > (file.endsWith(".part") ? PART_MS : KEPT_MS)) rmSync(path, { force: true });
  }
}

/** JSON that was put before; undefined where there is none, or it cannot be read. */
export function findJson<Value>(cache: ImageCache, name: string): Value | undefined {
  const path = cache.find(`${name}.json`);
  try {
    return path === undefined ? undefined : (JSON.parse(readFileSync(path, "utf8")) as Value);
  } catch {
    return undefined;
  }
}
