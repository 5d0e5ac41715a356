// Work for a site while nobody waits for anything: its pictures are inspected, then its files are made, one after the other.

import type { MadeFiles } from "./made-files.ts";
import type { QuietTime } from "./quiet-time.ts";

export interface IdleWorkJob {
  /** Inspects a picture of which only the header is known; false where there is none. */
  inspectNext(): Promise<boolean>;
  /** All files are there; `made` says how many were not before. */
  onComplete(made: number): void;
}

interface IdleWork {
  /** Another site has come. */
  begin(): void;
}

/** `outdated`: another site has come, which the work has not begun with. */
type WorkState = "idle" | "working" | "outdated";

export function createIdleWork(
  files: Pick<MadeFiles, "next" | "make" | "failInspection" | "hasFailed">,
  quiet: Pick<QuietTime, "wait">,
  closed: AbortSignal,
  { inspectNext, onComplete }: IdleWorkJob,
): IdleWork {
  let state: WorkState = "idle";

  const inspectOne = async (): Promise<boolean> => {
    try {
      return await inspectNext();
    } catch (error) {
      files.failInspection(error);
      return false;
    }
  };

  const makeRest = async (): Promise<void> => {
    let made = 0;
    for (;;) {
      await quiet.wait();
      if (closed.aborted) return;
      if (await inspectOne()) continue;
      const plan = files.next();
      if (!plan) break;
      if (!plan.find()) made++;
      await files.make(plan).catch(() => {});
    }
    if (!files.hasFailed() && state === "working") onComplete(made);
  };

  const work = async (): Promise<void> => {
    while (state === "outdated" && !closed.aborted) {
      state = "working";
      await makeRest();
    }
    state = "idle";
  };

  return {
    begin() {
      const isIdle = state === "idle";
      state = "outdated";
      if (isIdle) void work();
    },
  };
}
