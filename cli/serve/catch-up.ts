// Builds the site until it is up to date with its files: those that change meanwhile are built afterwards, and half-written ones are waited
// for.
import type { Scan } from "../pipeline/scan-files.ts";
import type { SiteSession } from "../pipeline/watch-session.ts";
import { createHalfWritten } from "./half-written.ts";
import { createPause } from "./pause.ts";

/** Files that change all the time are shown now and then anyway. */
const CHANGING_AT_MOST_MS = 1500;

export interface CatchUpJob {
  readonly session: Pick<SiteSession, "scan" | "needsBuild">;
  /** One build; false where its files changed meanwhile. The result of the last attempt counts anyway. */
  build(scan: Scan, isLast: boolean): Promise<boolean>;
}

interface CatchUp {
  /** `reported` gives the paths that were reported as changed since its last call. One run at a time; rejects as `build` does. */
  run(reported: () => readonly string[]): Promise<void>;
  /** Whether the site is up to date with the files. */
  isCurrent(): boolean;
  /** Ends the wait for files that a program is still writing. */
  endWait(): void;
}

export function createCatchUp({ session, build }: CatchUpJob): CatchUp {
  const waitForWriters = createHalfWritten();
  const pause = createPause();
  let hasBuilt = false;

  return {
    async run(reported) {
      const startedAt = Date.now();
      for (;;) {
        const scan = session.scan(reported());
        // A touched file with the same stat, or an editor's own file beside it, is no change.
        if (hasBuilt && scan.changed.length === 0 && !session.needsBuild()) return;
        const waitMs = hasBuilt ? waitForWriters(scan.changed) : 0;
        if (waitMs > 0) await pause.wait(waitMs);
        else if (await build(scan, Date.now() - startedAt > CHANGING_AT_MOST_MS)) {
          waitForWriters(scan.changed);
          hasBuilt = true;
        }
      }
    },
    isCurrent: () => hasBuilt && !session.needsBuild() && session.scan().changed.length === 0,
    endWait: pause.end,
  };
}
