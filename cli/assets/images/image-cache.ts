// Finished picture files by what they are made from, and facts about source pictures. A file has the hash of its bytes in its name, which
// is checked when it is first used: a damaged file is rebuilt. Deleting the folder costs only time.
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
import { basename, join } from "node:path";
import { contentHash } from "../../emit/output-file.ts";

const DAY_MS = 86_400_000;
/** Files that no build has used for this long are deleted. */
const KEPT_MS = 30 * DAY_MS;
/** Left by a build that was killed while it wrote. */
const PART_MS = DAY_MS / 24;

export interface ImageCache {
  readonly dir: string;
  /** The path of an intact file. `afresh` also sees files that another process has added meanwhile. */
  find(name: string, afresh?: boolean): string | undefined;
  /** Returns the path. */
  put(name: string, bytes: Uint8Array): string;
  /** Deletes what was not used for a month. */
  prune(): void;
  /** From then on nothing can be added. */
  close(): void;
}

/** `name` is "<key>.<ending>"; the file is called "<key>.<hash of its bytes>.<ending>". */
export function openImageCache(dir: string): ImageCache {
  let listed: ReadonlyMap<string, string> | undefined;
  const made = new Map<string, string>();
  let isClosed = false;
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
      if (path === undefined || !stat || !isIntact(path, stat)) return undefined;
      touch(path, stat);
      return path;
    },
    put(name, bytes) {
      if (isClosed) throw new Error("The cache of pictures is closed.");
      const file = name.replace(/\.(?=[^.]*$)/, `.${hashOf(bytes)}.`);
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
    close() {
      isClosed = true;
    },
  };
}

function list(dir: string): ReadonlyMap<string, string> {
  const files = readNames(dir).filter((file) => HASHED.test(file));
  return new Map(files.map((file) => [file.replace(HASHED, "$1.$3"), file]));
}

const HASHED = /^(\w+)\.([0-9a-f]{16})\.(\w+)$/;

const hashOf = (bytes: Uint8Array): string => contentHash(bytes).slice(0, 16);

/** Files that were intact, with their stat: while it is the same, a session need not read them again. */
const intact = new Map<string, string>();

function isIntact(path: string, { size, mtimeMs, ctimeMs, ino }: Stats): boolean {
  const stamp = `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  if (intact.get(path) === stamp) return true;
  try {
    if (hashOf(readFileSync(path)) !== HASHED.exec(basename(path))?.[2]) return false;
  } catch {
    return false;
  }
  intact.set(path, stamp);
  return true;
}

/** In bytes. */
export const sizeOf = (path: string): number => statSync(path).size;

function readNames(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

/** When it was last used, to the day. */
function touch(path: string, { mtimeMs }: Stats): void {
  const now = Date.now();
  if (now - mtimeMs < DAY_MS) return;
  try {
    utimesSync(path, now / 1000, now / 1000);
  } catch {
    // A read-only cache works as well.
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

/** Stored JSON; undefined where there is none or it cannot be read. */
export function findJson<Value>(cache: ImageCache, name: string): Value | undefined {
  const path = cache.find(`${name}.json`);
  try {
    return path === undefined ? undefined : (JSON.parse(readFileSync(path, "utf8")) as Value);
  } catch {
    return undefined;
  }
}
