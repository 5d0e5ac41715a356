// What takes long to make is planned with the pages, and made when it is needed: all of it by a build, on request while a site is watched.

import type { BuildProgress } from "../diagnostics/progress.ts";
import type { OutputFile } from "./output-file.ts";

export interface PlannedFile {
  /** Relative to the output folder. */
  readonly path: string;
  /** Names its bytes. */
  readonly key: string;
  /** What it is counted with; undefined for what is quickly made. */
  readonly part?: BuildProgress["part"];
  /** Of the files of one part, in any unit. */
  readonly cost: number;
  /** As it was made before; undefined where it has to be made. */
  find(): OutputFile | undefined;
  /** Takes it from the cache, where another process may have put it meanwhile, or makes it. Rejects where it cannot be made. */
  make(): Promise<OutputFile>;
}
