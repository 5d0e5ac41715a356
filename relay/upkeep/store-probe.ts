// Whether the store takes writes, tried by writing: a relay without visitors must notice a failure too.

import { inTime, type JumpAwareClock, sharedFor } from "../clock.ts";
import type { Outbox } from "../store/outbox.ts";

interface ProbeParts {
  readonly outbox: Pick<Outbox, "probe">;
  readonly clock: JumpAwareClock;
  /** The least time between two writes. Earlier calls get the last result, and no call waits longer for an answer. */
  readonly everyMs: number;
}

/** A disk that takes seconds is slow; the callers of one that takes longer have given up, or will. */
const STUCK_MS = 10_000;

export function createStoreProbe({ outbox, clock, everyMs }: ProbeParts) {
  let writesSince: number | null = null;
  let isWritten = true;

  const write = sharedFor(everyMs, clock.elapsed, async () => {
    writesSince = clock.elapsed();
    isWritten = await outbox.probe().then(
      () => true,
      () => false,
    );
    writesSince = null;
  });
  const isStuck = () => writesSince !== null && clock.elapsed() - writesSince >= STUCK_MS;

  return {
    write,
    /** A write has been waiting for longer than callers do. */
    isStuck,
    /** What the write said, or the last one where this one takes its time. */
    async takesWrites(): Promise<boolean> {
      if (!isStuck()) await inTime(clock, everyMs, write());
      return isWritten && !isStuck();
    },
  };
}
