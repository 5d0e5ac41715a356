// The daily digest of what is held, for the team: planned at intervals, so that one mail has what came meanwhile.

import type { JumpAwareClock } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";

export interface DigestParts {
  readonly outbox: Pick<Outbox, "planDigest">;
  /** Who gets the digest. */
  readonly team: readonly string[];
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  /** There is one to send. */
  readonly onPlanned: () => void;
}

/** A first held request is reported within this time, with those that came meanwhile; the next ones a day later. */
const DIGEST_MS = 600_000;

export function createDigestPlanner({ outbox, team, clock, observe, onPlanned }: DigestParts) {
  let nextAt = 0;
  const wait = () => {
    nextAt = clock.elapsed() + DIGEST_MS;
  };
  return {
    start: wait,
    async planWhenDue(): Promise<void> {
      if (clock.elapsed() < nextAt) return;
      wait();
      try {
        if ((await outbox.planDigest(team, clock.now())).length > 0) onPlanned();
      } catch (error) {
        observe({ type: "fault", where: "digest", error });
      }
    },
  };
}
