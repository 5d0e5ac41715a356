// Looks at intervals at what is wrong, for alerts to operators, and at what is held, for a daily digest to the team. The store knows what was
// reported, and keeps both like other mails; the alert that it takes no writes is in memory, and each relay sends its own.

import { DAY_MS, every, HOUR_MS, type JumpAwareClock } from "../clock.ts";
import { StoreError, type StoreFailure } from "../errors.ts";
import type { MailEntry } from "../mail/mail-message.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Alert } from "../store/operations/alerts.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import { createId } from "../store/rows/reference.ts";

interface WatcherParts {
  readonly outbox: Pick<Outbox, "planAlert" | "planDigest" | "probe">;
  /** Addresses and receivers of alerts. Where there are none, nobody looks at what is wrong. */
  readonly recipients: readonly string[];
  /** Who gets the digest. */
  readonly team: readonly string[];
  /** Of mails: an alert may repeat it. */
  readonly sender: string;
  /** Past the store. Rejects where it was not taken. */
  readonly send: (entry: MailEntry, alert: Alert, signal: AbortSignal) => Promise<unknown>;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  /** There is something of these kinds to send. */
  readonly onPlanned: (kinds: readonly EntryKind[]) => void;
}

const LOOK_MS = 30_000;
/** A first held request is reported within this time, with those that came meanwhile; the next ones a day later. */
const DIGEST_MS = 600_000;

/** A database that answers again within this time had a failover. */
const MAY_PASS: readonly StoreFailure[] = ["unreachable", "locked"];
const PASSING_MS = 25_000;
/** Past the store, one recipient's server must not keep the next look waiting. */
const SEND_MS = 20_000;
/** No failure: the relay itself closes its store, or leaves it. */
const NO_FAILURE: readonly StoreFailure[] = ["closed", "moved"];

/** While the store takes no writes. Its age is that of time that passed, whatever the clock was set to meanwhile. */
interface Outage {
  /** As the clock showed it. */
  readonly since: number;
  readonly beganAt: number;
  /** When it was reported last; null before. */
  reportedAt: number | null;
  /** To those who did not get the alert yet. */
  unsent: ((signal: AbortSignal) => Promise<unknown>)[];
}

export function createWatcher(parts: WatcherParts) {
  const { outbox, recipients, send, clock, observe, onPlanned } = parts;
  let outage: Outage | null = null;
  let checking = Promise.resolve();
  let isWanted = false;
  let isEnded = true;
  let digestAt = 0;
  let callOff = () => {};
  const stopping = new AbortController();

  const checkAlerts = async (): Promise<void> => {
    if (recipients.length === 0) return;
    try {
      await outbox.probe();
      const storeFailedAt = outage?.reportedAt == null ? null : outage.since;
      const alert = await outbox.planAlert(recipients, storeFailedAt, clock.now(), [parts.sender, ...parts.team]);
      outage = null;
      if (alert === null) return;
      report(alert);
      onPlanned(["alert"]);
    } catch (error) {
      if (!(error instanceof StoreError)) observe({ type: "fault", where: "alerts", error });
      else if (!NO_FAILURE.includes(error.failure)) await onOutage(error.failure);
    }
  };

  const checkDigest = async (): Promise<void> => {
    if (clock.elapsed() < digestAt) return;
    digestAt = clock.elapsed() + DIGEST_MS;
    try {
      if ((await outbox.planDigest(parts.team, clock.now())).length > 0) onPlanned(["digest"]);
    } catch (error) {
      observe({ type: "fault", where: "digest", error });
    }
  };

  const onOutage = async (failure: StoreFailure): Promise<void> => {
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    outage ??= { since: now, beganAt: elapsed, reportedAt: null, unsent: [] };
    const current = outage;
    const { since, beganAt, reportedAt } = current;
    if (MAY_PASS.includes(failure) && elapsed - beganAt < PASSING_MS) return;
    const everyMs = elapsed - beganAt >= DAY_MS ? DAY_MS : HOUR_MS;
    if (reportedAt === null || elapsed - reportedAt >= everyMs) {
      const all = [{ name: "store", count: 1, since, references: [], reason: failure }] as const;
      const [begun, lasting] = reportedAt === null ? [all, []] : [[], all];
      const alert: Alert = { at: now, begun, lasting, over: [] };
      current.unsent = recipients.map((recipient) => {
        const entry = { id: createId(now), recipient, createdAt: now };
        return (signal) => send(entry, alert, signal);
      });
      current.reportedAt = elapsed;
      report(alert);
    }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(SEND_MS)]);
    const sent = await Promise.allSettled(current.unsent.map((sendOne) => sendOne(signal)));
    current.unsent = current.unsent.filter((_, index) => sent[index]?.status === "rejected");
  };

  const report = ({ begun, lasting, over }: Alert) =>
    observe({
      type: "alert",
      begun: begun.map(({ name }) => name),
      lasting: lasting.map(({ name }) => name),
      over: over.map(({ name }) => name),
    });

  const checkSoon = (): void => {
    if (isEnded || isWanted) return;
    isWanted = true;
    checking = checking.then(async () => {
      isWanted = false;
      if (!isEnded) await checkAlerts();
      if (!isEnded) await checkDigest();
    });
  };

  return {
    start() {
      isEnded = false;
      digestAt = clock.elapsed() + DIGEST_MS;
      callOff = every(clock, LOOK_MS, checkSoon);
      checkSoon();
    },
    /** Something may have gone wrong: there is no need to wait for the next look. */
    checkSoon,
    /** Looks no more. An alert that is being sent past the store may still end within `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      isEnded = true;
      callOff();
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await checking;
      clearTimeout(timer);
    },
  };
}
