import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where pages go while they are made: a folder beside the old site, whose unchanged files are linked rather than written again. */
export interface PageSink {
  readonly stagingDir: string;
  readonly previousDir: string;
  /** Hashes of the files that stand in previousDir. */
  readonly previous: ReadonlyMap<string, string>;
}

/** An unchanged file is linked: the same bytes keep their time of change, and nothing is written. */
export function putFile(
  { stagingDir, previousDir, previous }: PageSink,
  output: string,
  bytes: Uint8Array,
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
  writeFileSync(path, bytes, { flag: "wx" });
}
