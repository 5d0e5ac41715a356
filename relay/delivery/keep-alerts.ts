// Checks the conditions of alerts at intervals and has them reported. The store knows what was reported already, and keeps the alert like a
// mail. The alert that the store takes no writes is kept in memory, and each relay sends its own.
import { type Clock, every } from "../clock.ts";
import { StoreError, type StoreFailure } from "../errors.ts";
import type { Alert } from "../mail/alert.ts";
import type { MailRef } from "../mail/mail-message.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import { createId } from "../store/reference.ts";

export interface AlertParts {
  readonly outbox: Pick<Outbox, "planAlert" | "probe">;
  /** Addresses and receivers. Where there are none, nobody looks. */
  readonly recipients: readonly string[];
  /** Past the store. Rejects where it was not taken. */
  readonly send: (slip: MailRef, alert: Alert, signal: AbortSignal) => Promise<unknown>;
  readonly clock: Clock;
  readonly observe: Observe;
  /** There is an alert to send. */
  readonly onPlanned: () => void;
}

const LOOK_MS = 30_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ALERT_LIFE_MS = DAY_MS;

/** A database that answers again within this time had a failover. */
const MAY_PASS: readonly StoreFailure[] = ["unreachable", "locked"];
const PASSING_MS = 25_000;
/** Past the store, one recipient's server must not keep the next look waiting. */
const SEND_MS = 20_000;
/** No failure: the relay itself closes its store, or leaves it. */
const NO_FAILURE: readonly StoreFailure[] = ["closed", "moved", "moving"];

/** While the store takes no writes. */
interface Outage {
  readonly since: number;
  /** When it was reported last; null before. */
  reportedAt: number | null;
  alert: Alert | null;
  /** Those who did not get it yet. */
  slips: MailRef[];
}

export function createAlerts({ outbox, recipients, send, clock, observe, onPlanned }: AlertParts) {
  let outage: Outage | null = null;
  let looking = Promise.resolve();
  let isWanted = false;
  let isEnded = true;
  let callOff = () => {};
  const stopping = new AbortController();

  const lookOnce = async (): Promise<void> => {
    try {
      await outbox.probe();
      const storeFailedAt = outage?.reportedAt == null ? null : outage.since;
      const alert = await outbox.planAlert({ recipients, lifeMs: ALERT_LIFE_MS, storeFailedAt }, clock.now());
      outage = null;
      if (alert === null) return;
      report(alert);
      onPlanned();
    } catch (error) {
      if (!(error instanceof StoreError)) observe({ type: "fault", where: "alerts", error });
      else if (!NO_FAILURE.includes(error.failure)) await onOutage(error.failure);
    }
  };

  const onOutage = async (failure: StoreFailure): Promise<void> => {
    const now = clock.now();
    outage ??= { since: now, reportedAt: null, alert: null, slips: [] };
    if (MAY_PASS.includes(failure) && now - outage.since < PASSING_MS) return;
    if (isReportDue(outage, now)) {
      const condition = { name: "store", count: 1, since: outage.since, references: [], reason: failure } as const;
      const isNew = outage.reportedAt === null;
      outage.alert = { at: now, begun: isNew ? [condition] : [], lasting: isNew ? [] : [condition], over: [] };
      outage.slips = recipients.map((recipient) => ({ id: createId(now), recipient, createdAt: now }));
      outage.reportedAt = now;
      report(outage.alert);
    }
    await sendAll(outage);
  };

  const isReportDue = ({ since, reportedAt }: Outage, now: number) =>
    reportedAt === null || now - reportedAt >= (now - since >= DAY_MS ? DAY_MS : HOUR_MS) || reportedAt > now;

  const sendAll = async (from: Outage): Promise<void> => {
    const { alert, slips } = from;
    if (alert === null) return;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(SEND_MS)]);
    const sent = await Promise.allSettled(slips.map((slip) => send(slip, alert, signal)));
    from.slips = slips.filter((_, index) => sent[index]?.status === "rejected");
  };

  const report = ({ begun, lasting, over }: Alert) =>
    observe({
      type: "alert",
      begun: begun.map(({ name }) => name),
      lasting: lasting.map(({ name }) => name),
      over: over.map(({ name }) => name),
    });

  /** One at a time. */
  const look = (): void => {
    if (isEnded || isWanted || recipients.length === 0) return;
    isWanted = true;
    looking = looking.then(() => {
      isWanted = false;
      return isEnded ? undefined : lookOnce();
    });
  };

  return {
    start() {
      isEnded = false;
      callOff = every(clock, LOOK_MS, look);
      look();
    },
    /** Something may have gone wrong: there is no need to wait for the next look. */
    look,
    /** Looks no more. An alert that is being sent past the store may still end within `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      isEnded = true;
      callOff();
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await looking;
      clearTimeout(timer);
    },
  };
}
