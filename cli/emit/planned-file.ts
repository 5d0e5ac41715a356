// Slow files are planned with the pages and made when they are needed: all by a build, on request while a site is watched.
import type { BuildProgress } from "../diagnostics/progress.ts";
import type { OutputFile } from "./output-file.ts";

export interface PlannedFile {
  /** Relative to the output folder. */
  readonly path: string;
  /** Names its bytes. */
  readonly key: string;
  /** The part whose progress it counts for; undefined for quick ones. */
  readonly part?: BuildProgress["part"];
  /** The cached file; undefined if it has to be made. */
  find(): OutputFile | undefined;
  /** Takes it from the cache, if another process has put it there meanwhile, or makes it. Rejects if it cannot be made. */
  make(): Promise<OutputFile>;
}
