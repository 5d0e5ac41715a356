// A folder of finished files, named after what they are made from: pictures and facts about them, fonts. A file also has the hash of its bytes
// in its name, which is checked before use: a damaged file is made again. Deleting the folder costs only time.

import { readFileSync, rmSync, type Stats, statSync, utimesSync } from "node:fs";
import { join, sep } from "node:path";
import { contentHash } from "../../files/content-hash.ts";
import { isPart, namesIn } from "../../files/tree-of.ts";
import { writeWhole } from "../../files/write-whole.ts";
import type { StatFile, StatHashes } from "./stat-hashes.ts";

const DAY_MS = 86_400_000;
/** Files that no build has used for this long are deleted. */
const MAX_AGE_MS = 30 * DAY_MS;
/** A file is marked as used at most this often: after that it has to be read again, since its times have changed. */
const TOUCH_INTERVAL_MS = 7 * DAY_MS;
/** Parts of files are left by a build that was killed while it wrote. */
const MAX_PART_AGE_MS = DAY_MS / 24;

export interface CachedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Files by name, "<key>.<ending>". */
export interface FileCache {
  /** An intact file. `afresh` also sees files that another process has added meanwhile. */
  find(name: string, afresh?: boolean): CachedFile | undefined;
  /** The bytes of an intact file. */
  read(name: string): Uint8Array | undefined;
  put(name: string, bytes: Uint8Array): CachedFile;
  /** Deletes files that were not used for a month. */
  prune(): void;
  /** From then on nothing can be added. */
  close(): void;
}

/**
 * A file is stored as "<key>.<hash of its bytes>.<ending>". With `hashes`, one that was found intact is read again only if its stat has
 * changed since; without, each time.
 */
export function openFileCache(dir: string, hashes?: StatHashes): FileCache {
  let fileNames: ReadonlyMap<string, string> | undefined;
  /** The last change of the folder that is in `fileNames` or `addedNames`. */
  let changedMs = 0;
  const addedNames = new Map<string, string>();
  let isClosed = false;
  const fileOf = (name: string, afresh: boolean): string | undefined => {
    if (fileNames === undefined || (afresh && !fileNames.has(name) && changeOf(dir) !== changedMs)) {
      changedMs = changeOf(dir);
      fileNames = list(dir);
    }
    return addedNames.get(name) ?? fileNames.get(name);
  };
  const find = (name: string, afresh = false): CachedFile | undefined => {
    const file = fileOf(name, afresh);
    if (file === undefined) return undefined;
    const path = dir + sep + file;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat || !isIntact(file, { path, stat }, hashes)) return undefined;
    touch(path, stat);
    return { path, bytes: stat.size };
  };
  return {
    find,
    read(name) {
      const file = find(name);
      return file && readFileSync(file.path);
    },
    put(name, bytes) {
      if (isClosed) throw new Error("The cache is closed.");
      const file = name.replace(/\.(?=[^.]*$)/, `.${hashOf(bytes)}.`);
      const path = join(dir, file);
      const isCurrent = changeOf(dir) === changedMs;
      writeWhole(path, bytes);
      addedNames.set(name, file);
      if (isCurrent) changedMs = changeOf(dir);
      return { path, bytes: bytes.length };
    },
    prune: () => prune(dir),
    close() {
      isClosed = true;
    },
  };
}

function list(dir: string): ReadonlyMap<string, string> {
  const names = namesIn(dir).filter((file) => HASHED.test(file));
  return new Map(names.map((file) => [file.replace(HASHED, "$1.$3"), file]));
}

const HASHED = /^(\w+)\.([0-9a-f]{16})\.(\w+)$/;

const hashOf = (bytes: Uint8Array): string => contentHash(bytes).slice(0, 16);

function isIntact(name: string, file: StatFile, hashes: StatHashes | undefined): boolean {
  const expected = HASHED.exec(name)?.[2];
  if (hashes?.hashOf(file) === expected) return true;
  try {
    const hash = hashOf(readFileSync(file.path));
    hashes?.add(file, hash);
    return hash === expected;
  } catch {
    return false;
  }
}

const changeOf = (dir: string): number => statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Marks a file as used now, at most once a week. */
function touch(path: string, { mtimeMs }: Stats): void {
  const now = Date.now();
  if (now - mtimeMs < TOUCH_INTERVAL_MS) return;
  try {
    utimesSync(path, now / 1000, now / 1000);
  } catch {
    // A read-only cache works as well.
  }
}

function prune(dir: string): void {
  const now = Date.now();
  for (const file of namesIn(dir)) {
    const path = join(dir, file);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > (isPart(file) ? MAX_PART_AGE_MS : MAX_AGE_MS)) rmSync(path, { force: true });
  }
}

/** The value of a JSON file; undefined where there is none or it cannot be read. */
export function findJson<Value>(cache: FileCache, name: string): Value | undefined {
  try {
    const bytes = cache.read(`${name}.json`);
    return bytes && (JSON.parse(String(bytes)) as Value);
  } catch {
    return undefined;
  }
}
