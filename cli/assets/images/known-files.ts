// The hash a picture had when it was last read, by its path: while its stat is the same, it need not be read again.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../../emit/output-file.ts";
import type { PictureFile } from "./read-header.ts";

/** Increase it with every change to the format of the file. */
const VERSION = 1;
/** A file written twice within a clock tick of its file system keeps its stat: such recent files are read again. */
const RACY_MS = 100;

interface KnownFile {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly hash: string;
}

export interface KnownFiles {
  hashOf(file: PictureFile): string | undefined;
  add(file: PictureFile, hash: string): void;
  /** Saves what was added; files that were not used are dropped. */
  save(): void;
}

/** `cacheDir` is where it is saved; sites that share it have a file each. */
export function openKnownFiles(cacheDir: string, contentDir: string): KnownFiles {
  const path = join(cacheDir, `files-${contentHash(contentDir).slice(0, 12)}.json`);
  const known = load(path);
  const asked = new Map<string, KnownFile>();
  let isChanged = false;
  const now = Date.now();
  return {
    hashOf({ path: picture, stat }) {
      const record = known.get(picture);
      const isSame = record?.size === stat.size && record.mtimeMs === stat.mtimeMs && record.ctimeMs === stat.ctimeMs;
      if (!record || !isSame) return undefined;
      asked.set(picture, record);
      return record.hash;
    },
    add({ path: picture, stat: { size, mtimeMs, ctimeMs } }, hash) {
      isChanged = true;
      if (now - ctimeMs >= RACY_MS) asked.set(picture, { size, mtimeMs, ctimeMs, hash });
    },
    save() {
      if (!isChanged) return;
      const part = `${path}.${process.pid}.part`;
      mkdirSync(cacheDir, { recursive: true });
      writeFileSync(part, JSON.stringify({ version: VERSION, files: [...asked] }));
      renameSync(part, path);
    },
  };
}

function load(path: string): ReadonlyMap<string, KnownFile> {
  try {
    const { version, files } = JSON.parse(readFileSync(path, "utf8"));
    return new Map(version === VERSION ? files : []);
  } catch {
    return new Map();
  }
}
