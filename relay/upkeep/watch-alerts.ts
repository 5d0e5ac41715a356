// Looks at intervals at what is wrong, for alerts to operators, and at what is held, for a daily digest to the team.

import { every } from "../clock.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import { type AlertParts, createAlertPlanner } from "./plan-alerts.ts";
import { createDigestPlanner } from "./plan-digest.ts";

interface WatcherParts extends Pick<AlertParts, "recipients" | "send" | "clock" | "observe"> {
  readonly outbox: Pick<Outbox, "planAlert" | "planDigest" | "probe">;
  /** Who gets the digest. */
  readonly team: readonly string[];
  /** Of mails. */
  readonly sender: string;
  /** There is something of these kinds to send. */
  readonly onPlanned: (kinds: readonly EntryKind[]) => void;
}

const LOOK_MS = 30_000;

export function createWatcher({ outbox, recipients, team, sender, send, clock, observe, onPlanned }: WatcherParts) {
  const ownAddresses = [sender, ...team];
  const alerts = createAlertPlanner({
    outbox,
    recipients,
    ownAddresses,
    send,
    clock,
    observe,
    onPlanned: () => onPlanned(["alert"]),
  });
  const digest = createDigestPlanner({ outbox, team, clock, observe, onPlanned: () => onPlanned(["digest"]) });
  let looking = Promise.resolve();
  let isWanted = false;
  let endLooks: (() => void) | null = null;
  const stopping = new AbortController();

  /** One look at a time. A request for a look that has not begun changes nothing. */
  const checkSoon = (): void => {
    if (endLooks === null || isWanted) return;
    isWanted = true;
    looking = looking.then(async () => {
      isWanted = false;
      if (endLooks !== null) await alerts.plan(stopping.signal);
      if (endLooks !== null) await digest.planWhenDue();
    });
  };

  return {
    start() {
      digest.start();
      endLooks = every(clock, LOOK_MS, checkSoon);
      checkSoon();
    },
    /** Something may have gone wrong: there is no need to wait for the next look. */
    checkSoon,
    /** Looks no more. An alert that is being sent past the store may still end within `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      endLooks?.();
      endLooks = null;
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await looking;
      clearTimeout(timer);
    },
  };
}
