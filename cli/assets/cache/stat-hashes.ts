// The hash a file had when it was last read, by path: while its stat is the same, it is not read again.
import { existsSync, readFileSync, type Stats } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../files/content-hash.ts";
import { writeWhole } from "../../files/write-whole.ts";

/** Increase it with every change to the format of the file. */
const VERSION = 2;
/** A file written twice within a clock tick of its file system keeps its stat: such recent files are read again. */
const RACY_MS = 100;

export interface StatFile {
  readonly path: string;
  readonly stat: Stamp;
}

type Stamp = Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino">;

export type StatHashes = ReturnType<typeof openStatHashes>;

/** `cacheDir` is where it is saved; sites that share it have a file each. */
export function openStatHashes(cacheDir: string, contentDir: string) {
  const path = join(cacheDir, `files-${contentHash(contentDir).slice(0, 12)}.json`);
  const hashes = load(path);
  let isChanged = false;
  /** When each was asked for, which is before it is read. */
  const asked = new Map<string, number>();
  return {
    hashOf({ path: file, stat }: StatFile): string | undefined {
      asked.set(file, Date.now());
      const record = hashes.get(file);
      return record && isSame(record, stat) ? record.hash : undefined;
    },
    add({ path: file, stat: { size, mtimeMs, ctimeMs, ino } }: StatFile, hash: string): void {
      if ((asked.get(file) ?? Date.now()) - ctimeMs < RACY_MS) return;
      isChanged = true;
      hashes.set(file, { size, mtimeMs, ctimeMs, ino, hash });
    },
    /** Saves what was added; files that are gone are dropped. */
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
