import type { BuildProgress } from "../diagnostics/progress.ts";
import { contentHash } from "../files/content-hash.ts";

/** A file of the site. Pages are written to the staging folder when they are rendered; all others have `content`, or a copy at `from`. */
export interface OutputFile {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
  readonly content?: Uint8Array;
  /** The path of a copy of the file. `hash` then names its bytes without being computed from them. */
  readonly from?: string;
}

/** A slow file, planned with the pages and made when it is needed: by a build at once, by a watched site on request. */
export interface PlannedFile {
  /** Relative to the output folder. */
  readonly path: string;
  /** Names its bytes. */
  readonly key: string;
  /** The part whose progress it counts for; undefined for quick ones. */
  readonly part?: BuildProgress["part"];
  /** The cached file; undefined if it has to be made. */
  find(): OutputFile | undefined;
  /** Takes it from the cache if another process has put it there meanwhile, else makes it. Rejects if it cannot be made. */
  make(): Promise<OutputFile>;
}

/** The text of a file; undefined if there is no file at this path, or its content is a copy. */
export function textIn(files: readonly OutputFile[], path: string): string | undefined {
  const content = files.find((file) => file.path === path)?.content;
  return content && Buffer.from(content).toString();
}

export const toFile = (path: string, content: Uint8Array): OutputFile => ({
  path,
  bytes: content.length,
  hash: contentHash(content),
  content,
});
