// Takes out what is older than its form's retention: at start, so that a relay that was down catches up, and every hour.
import type { Clock } from "../clock.ts";
import type { FormName } from "../contract.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../outbox/outbox.ts";

export interface RetentionParts {
  readonly outbox: Pick<Outbox, "purge">;
  readonly clock: Clock;
  readonly observe: Observe;
  /** Days until a submission is erased, per form. */
  readonly retentionDays: Readonly<Record<FormName, number>>;
}

export const PURGE_EVERY_MS = 3_600_000;

/** Begins at once; the function given back ends it, after the purge that may be under way. */
export function keepRetention({ outbox, clock, observe, retentionDays }: RetentionParts): () => Promise<void> {
  let isEnding = false;
  let callOff = () => {};
  let running = Promise.resolve();
  const purge = async (): Promise<void> => {
    try {
      const receipt = await outbox.purge(retentionDays, clock.now());
      if (receipt) observe({ type: "changed", action: "purged", count: receipt.submissions });
    } catch (error) {
      observe({ type: "fault", where: "retention", error });
    }
    if (!isEnding) callOff = clock.after(PURGE_EVERY_MS, begin);
  };
  const begin = (): void => {
    running = purge();
  };
  begin();
  return () => {
    isEnding = true;
    callOff();
    return running;
  };
}
