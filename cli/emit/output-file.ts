import { createHash } from "node:crypto";

/** A file of the site. Pages have been put into the staging folder when they were rendered; all others have `content`, or stand ready at `from`. */
export interface OutputFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
  readonly content?: Uint8Array;
  /** Where a copy of it lies; the hash then names its bytes without being made from them. */
  readonly from?: string;
}

export const contentHash = (content: string | Uint8Array): string => createHash("sha1").update(content).digest("hex");

export const toFile = (path: string, content: Uint8Array): OutputFile => ({
  path,
  bytes: content.length,
  hash: contentHash(content),
  content,
});
