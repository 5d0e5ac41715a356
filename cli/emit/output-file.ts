import { hash } from "node:crypto";

/** A file of the site. Pages are written to the staging folder when they are rendered; all others have `content`, or a copy at `from`. */
export interface OutputFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
  readonly content?: Uint8Array;
  /** Where a copy of it is; `hash` then names its bytes without being computed from them. */
  readonly from?: string;
}

export const contentHash = (content: string | Uint8Array): string => hash("sha1", content);

export const toFile = (path: string, content: Uint8Array): OutputFile => ({
  path,
  bytes: content.length,
  hash: contentHash(content),
  content,
});
