// While the store takes no writes: since when, when operators were alerted, and who did not get that alert yet. It is in memory, because
// there is nowhere else to write it, and each relay sends its own.

import { DAY_MS, HOUR_MS, type JumpAwareClock } from "../clock.ts";
import type { StoreFailure } from "../errors.ts";
import type { MailEntry } from "../mail/mail-message.ts";
import type { Alert } from "../store/operations/alerts.ts";
import { createId } from "../store/rows/reference.ts";

export interface OutageParts {
  /** Addresses and receivers of alerts. */
  readonly recipients: readonly string[];
  /** Past the store. Rejects where it was not taken. */
  readonly send: (entry: MailEntry, alert: Alert, signal: AbortSignal) => Promise<unknown>;
  readonly clock: JumpAwareClock;
}

/** Its age counts elapsed time: setting the clock does not change it. */
interface Outage {
  /** As the clock showed it. */
  readonly since: number;
  readonly beganAt: number;
  /** When it was reported last; null before. */
  reportedAt: number | null;
  /** To those who did not get the alert yet. */
  unsent: ((signal: AbortSignal) => Promise<unknown>)[];
}

/** A database that answers again within this time had a failover. */
const MAY_PASS: readonly StoreFailure[] = ["unreachable", "locked"];
const PASSING_MS = 25_000;

export function createStoreOutage({ recipients, send, clock }: OutageParts) {
  let outage: Outage | null = null;
  const begun = (): Outage => {
    outage ??= { since: clock.now(), beganAt: clock.elapsed(), reportedAt: null, unsent: [] };
    return outage;
  };
  const lastedMs = ({ beganAt }: Outage) => clock.elapsed() - beganAt;

  return {
    /** Null where operators do not know of one. */
    reportedSince: (): number | null => (outage === null || outage.reportedAt === null ? null : outage.since),
    /** The store takes writes again. */
    end(): void {
      outage = null;
    },
    /** Whether it may end by itself before anybody has to know: it begins here. */
    mayPass: (failure: StoreFailure): boolean => lastedMs(begun()) < PASSING_MS && MAY_PASS.includes(failure),
    /** The alert that is due now, to all; null where the last one is not old enough. */
    nextAlert(reason: StoreFailure): Alert | null {
      const current = begun();
      const { since, reportedAt } = current;
      const everyMs = lastedMs(current) >= DAY_MS ? DAY_MS : HOUR_MS;
      if (reportedAt !== null && clock.elapsed() - reportedAt < everyMs) return null;
      const at = clock.now();
      const alert = alertOf({ name: "store", count: 1, since, references: [], reason }, at, reportedAt === null);
      current.reportedAt = clock.elapsed();
      current.unsent = recipients.map((recipient) => {
        const entry = { id: createId(at), recipient, createdAt: at };
        return (signal) => send(entry, alert, signal);
      });
      return alert;
    },
    /** To those who did not get it. A failure for one recipient does not affect the others. */
    async sendAlert(signal: AbortSignal): Promise<void> {
      const current = begun();
      const sent = await Promise.allSettled(current.unsent.map((sendOne) => sendOne(signal)));
      current.unsent = current.unsent.filter((_, index) => sent[index]?.status === "rejected");
    },
  };
}

const alertOf = (condition: Alert["begun"][number], at: number, isNew: boolean): Alert => ({
  at,
  begun: isNew ? [condition] : [],
  lasting: isNew ? [] : [condition],
  over: [],
});
