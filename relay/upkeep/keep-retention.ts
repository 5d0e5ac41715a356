// Takes out what reached the team longer ago than its form's retention: at start, so that a relay that was down catches up, and every hour.

import { every, HOUR_MS, type JumpAwareClock } from "../clock.ts";
import type { PerForm } from "../forms/per-form.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";

interface RetentionParts {
  readonly outbox: Pick<Outbox, "purge" | "stats">;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  /** Days until a submission is erased. */
  readonly retentionDays: PerForm<number>;
}

const PURGE_EVERY_MS = HOUR_MS;

/** Begins at once. The returned function ends it after a purge that is under way. */
export function keepRetention({ outbox, clock, observe, retentionDays }: RetentionParts): () => Promise<void> {
  let lastOverdue = 0;
  let running = Promise.resolve();
  const purge = async (): Promise<void> => {
    try {
      // Setting the clock forward makes nothing older: that time did not pass.
      const now = clock.now() - clock.setForwardMs();
      const receipt = await outbox.purge(retentionDays, now);
      if (receipt) observe({ type: "changed", action: "purged", count: receipt.submissions });
      const { overdue } = await outbox.stats(now);
      if (overdue !== lastOverdue && overdue > 0) observe({ type: "overdue", count: overdue });
      lastOverdue = overdue;
    } catch (error) {
      observe({ type: "fault", where: "retention", error });
    }
  };
  const begin = (): void => {
    running = running.then(purge);
  };
  begin();
  const end = every(clock, PURGE_EVERY_MS, begin);
  return () => {
    end();
    return running;
  };
}
