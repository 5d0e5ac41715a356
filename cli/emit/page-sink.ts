import { constants, copyFileSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where pages go while they are made: a folder beside the old site, whose unchanged files are linked rather than written again. */
export interface PageSink {
  readonly stagingDir: string;
  readonly previousDir: string;
  /** Hashes of the files that stand in previousDir. */
  readonly previous: ReadonlyMap<string, string>;
}

/** File systems that can share blocks do; a link would let whoever edits the site edit the copy. */
const COPY = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;

/** `content` is the file's bytes, or the path of a copy. An unchanged file is linked: it keeps its time of change, and nothing is written. */
export function putFile(
  { stagingDir, previousDir, previous }: PageSink,
  output: string,
  content: Uint8Array | string,
  hash: string,
  madeDirs: Set<string>,
): void {
  const path = join(stagingDir, output);
  const dir = dirname(path);
  if (!madeDirs.has(dir)) {
    mkdirSync(dir, { recursive: true });
    madeDirs.add(dir);
  }
  if (previous.get(output) === hash) {
    try {
      linkSync(join(previousDir, output), path);
      return;
    } catch {
      // The file system has no hard links, or the old file is gone: it is written like a changed one.
    }
  }
  // Never through a link that stands there already: it would be a file of the standing site.
  if (typeof content === "string") copyFileSync(content, path, COPY);
  else writeFileSync(path, content, { flag: "wx" });
}
