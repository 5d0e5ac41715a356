// The hashes that files had when they were last read, by path: a file is not read again while its stat is the same.
import { existsSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../files/content-hash.ts";
import { writeWhole } from "../../files/write-whole.ts";

/** Increase it with every change to the format of the file. */
const VERSION = 2;
/** A file that is written twice within a clock tick of its file system keeps its stat: so recent a file is read again. */
const RACY_MS = 100;

export interface StatFile {
  readonly path: string;
  readonly stat: Stamp;
}

type Stamp = Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino">;

export interface StatHashes {
  /** undefined for a file that has changed, or was never read. */
  hashOf(file: StatFile): string | undefined;
  add(file: StatFile, hash: string): void;
  /** Saves the added hashes. Those of deleted files are dropped. */
  save(): void;
}

/** `cacheDir` is where they are saved. Sites that share it have a file each. */
export function openStatHashes(cacheDir: string, contentDir: string): StatHashes {
  const path = join(cacheDir, `files-${contentHash(contentDir).slice(0, 12)}.json`);
  const hashes = load(path);
  let isChanged = false;
  /** When `hashOf` was called for a file, which is before the file is read. */
  const requestTimes = new Map<string, number>();
  return {
    hashOf({ path: file, stat }) {
      requestTimes.set(file, Date.now());
      const record = hashes.get(file);
      return record && isSame(record, stat) ? record.hash : undefined;
    },
    add({ path: file, stat: { size, mtimeMs, ctimeMs, ino } }, hash) {
      if ((requestTimes.get(file) ?? Date.now()) - ctimeMs < RACY_MS) return;
      isChanged = true;
      hashes.set(file, { size, mtimeMs, ctimeMs, ino, hash });
    },
    save() {
      if (!isChanged) return;
      isChanged = false;
      try {
        const files = [...hashes].filter(([file]) => existsSync(file));
        writeWhole(path, JSON.stringify({ version: VERSION, files }));
      } catch {
        // A read-only cache works as well.
      }
    },
  };
}

const isSame = (a: Stamp, b: Stamp): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;

function load(path: string): Map<string, Stamp & { readonly hash: string }> {
  try {
    const { version, files } = JSON.parse(readFileSync(path, "utf8"));
    return new Map(version === VERSION ? files : []);
  } catch {
    return new Map();
  }
}
