// Once a day the team gets a report of what is held. The store knows whether a day has passed; this only checks now and then.
import type { Clock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import { ofAllForms } from "../config/values.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import { DAY_MS, TEAM_LIFE_MS } from "./plan-entries.ts";

export interface DigestParts {
  readonly outbox: Pick<Outbox, "planDigest">;
  readonly to: RelayConfig["mail"]["to"];
  readonly clock: Clock;
  readonly observe: Observe;
  /** There is a digest to send. */
  readonly onPlanned: () => void;
}

/** A first held request is reported within this time, the next ones a day later. */
const LOOK_MS = 600_000;

/** Goes on until the function given back is called. */
export function startDailyDigest({ outbox, to, clock, observe, onPlanned }: DigestParts): () => void {
  const plan = { recipients: [...new Set(ofAllForms(to).flat())], lifeMs: TEAM_LIFE_MS, everyMs: DAY_MS };
  let callOff = () => {};
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      if ((await outbox.planDigest(plan, clock.now())).length > 0) onPlanned();
    } catch (error) {
      observe({ type: "fault", where: "digest", error });
    }
    isLooking = false;
  };
  const schedule = () => {
    callOff = clock.after(LOOK_MS, () => {
      schedule();
      void look();
    });
  };
  schedule();
  return () => callOff();
}
