// What is wrong, for alerts to operators. The store knows what was reported, and keeps alerts like other mails; but the one that it takes no
// writes is sent past it.

import { StoreError, type StoreFailure } from "../errors.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Alert } from "../store/operations/alerts.ts";
import type { Outbox } from "../store/outbox.ts";
import { createStoreOutage, type OutageParts } from "./store-outage.ts";

/** Without recipients nothing is checked. */
export interface AlertParts extends OutageParts {
  readonly outbox: Pick<Outbox, "planAlert" | "probe">;
  /** Addresses that mails come from and go to: an alert may repeat them. */
  readonly ownAddresses: readonly string[];
  readonly observe: Observe;
  /** There is one to send. */
  readonly onPlanned: () => void;
}

/** Past the store, one recipient's server must not keep the next look waiting. */
const SEND_MS = 20_000;
/** No failure: the relay itself closes its store, or leaves it. */
const NO_FAILURE: readonly StoreFailure[] = ["closed", "moved"];

export function createAlertPlanner(parts: AlertParts) {
  const { outbox, recipients, ownAddresses: known, clock, observe, onPlanned } = parts;
  const outage = createStoreOutage(parts);

  const planAlert = async (): Promise<void> => {
    await outbox.probe();
    const alert = await outbox.planAlert(recipients, outage.reportedSince(), clock.now(), known);
    outage.end();
    if (alert === null) return;
    report(alert);
    onPlanned();
  };
  const onOutage = async (failure: StoreFailure, stopping: AbortSignal): Promise<void> => {
    if (outage.mayPass(failure)) return;
    const alert = outage.nextAlert(failure);
    if (alert !== null) report(alert);
    await outage.sendAlert(AbortSignal.any([stopping, AbortSignal.timeout(SEND_MS)]));
  };
  const report = ({ begun, lasting, over }: Alert) =>
    observe({
      type: "alert",
      begun: begun.map(({ name }) => name),
      lasting: lasting.map(({ name }) => name),
      over: over.map(({ name }) => name),
    });

  return {
    /** `stopping`: ends what is being sent past the store. */
    async plan(stopping: AbortSignal): Promise<void> {
      if (recipients.length === 0) return;
      try {
        await planAlert();
      } catch (error) {
        if (!(error instanceof StoreError)) observe({ type: "fault", where: "alerts", error });
        else if (!NO_FAILURE.includes(error.failure)) await onOutage(error.failure, stopping);
      }
    },
  };
}
