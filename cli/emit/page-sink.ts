import { constants, copyFileSync, linkSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { writeFile } from "../files/write-file.ts";

/** Where pages are written: a folder beside the old site, whose unchanged files are linked instead of written again. */
export interface PageSink {
  readonly stagingDir: string;
  readonly previousDir: string;
  /** Hashes of the files in previousDir. */
  readonly previous: ReadonlyMap<string, string>;
}

/** A clone where the file system supports it. With a link, an edit of the site would also change the copy. */
const COPY = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;

/** `content` is the file's bytes, or the path of a copy. An unchanged file is linked and keeps its modification time. */
export function putFile(
  { stagingDir, previousDir, previous }: PageSink,
  output: string,
  content: Uint8Array | string,
  hash: string,
): void {
  // A site has thousands of files: join() would take longer than some of the calls below.
  const path = `${stagingDir}/${output}`;
  mkdirSync(dirname(path), { recursive: true });
  if (previous.get(output) === hash) {
    try {
      linkSync(`${previousDir}/${output}`, path);
      return;
    } catch {
      // The file system has no hard links, or the old file is gone: write it like a changed one.
    }
  }
  // Never through an existing link: it would be a file of the published site.
  if (typeof content === "string") copyFileSync(content, path, COPY);
  else writeFile(path, content, { flag: "wx" });
}
