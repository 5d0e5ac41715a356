// A worker each for the team's mails, acknowledgements, webhooks and alerts. What becomes of visitors' mails or of calls never delays the
// team's mails: they share nothing but the store, and the rate of the mail server.

import type { JumpAwareClock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import type { MailSender } from "../mail/mail-message.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import { ENTRY_KINDS, type EntryKind } from "../store/rows/outbox-entry.ts";
import type { DeliveryTransports } from "./create-transports.ts";
import { createMailRate } from "./mail-rate.ts";
import type { Pause } from "./pause.ts";
import { createSendEntry } from "./send-entry.ts";
import type { MailTransport } from "./transports/mail-transport.ts";
import { createWorker, type Worker, type WorkerParts } from "./worker.ts";

type Kinds = readonly EntryKind[];

export interface Workers extends Pick<Worker, "pauses" | "tryNow" | "hasStoreFault" | "start" | "stop"> {
  /** Waking a worker costs two queries: only workers that an event concerns are woken. */
  wake(kinds?: Kinds): void;
}

interface WorkersParts {
  readonly config: Pick<RelayConfig, "mail" | "alerts">;
  readonly outbox: Outbox;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  readonly transports: DeliveryTransports;
  /** In whose name mails go at this time. */
  readonly sender: () => MailSender;
}

/** Connections besides those of the team's mails. There are few acknowledgements: 60 in an hour. */
const ACKNOWLEDGEMENT_CONNECTIONS = 1;
const WEBHOOK_CONNECTIONS = 4;
const ALERT_CONNECTIONS = 1;

/** Where others wait for the mails of a relay that is gone, leases are short and renewed; a paused relay loses them. */
const SHARED_LEASE = { leaseMs: 60_000, renewEveryMs: 20_000 };

export function createWorkers(parts: WorkersParts): Workers {
  const { team, visitors, webhooks, alerts } = workersOf(parts);
  const all = [team, visitors, webhooks, alerts];
  return {
    wake(kinds = ENTRY_KINDS) {
      for (const worker of all) if (worker.kinds.some((kind) => kinds.includes(kind))) worker.wake();
    },
    pauses: () => [...all.flatMap((worker) => worker.pauses()), ...pausesAfter(team, visitors)],
    tryNow() {
      for (const worker of all) worker.tryNow();
    },
    hasStoreFault: () => all.some((worker) => worker.hasStoreFault()),
    start() {
      for (const worker of all) worker.start();
    },
    async stop(graceMs) {
      await Promise.all(all.map((worker) => worker.stop(graceMs)));
    },
  };
}

function workersOf({ config, outbox, clock, observe, transports, sender }: WorkersParts) {
  const { mails, calls } = transports;
  const rate = createMailRate(config.mail.rate, clock.elapsed);
  const lease = outbox.isShared ? SHARED_LEASE : null;
  const worker = (
    kinds: Kinds,
    connections: number,
    mail: MailTransport,
    more: Pick<WorkerParts, "fallback" | "canSuspend" | "after" | "onIdle" | "rate"> = {},
  ) => {
    const send = createSendEntry(sender, outbox, { mail, calls });
    return createWorker({ outbox, clock, observe, lease, kinds, connections, send, ...more });
  };
  const team = worker(["team", "digest"], config.mail.connections, mails.team, {
    fallback: config.mail.fallback,
    onIdle: () => visitors.wake(),
    rate,
  });
  const visitors: Worker = worker(["acknowledgement"], ACKNOWLEDGEMENT_CONNECTIONS, mails.visitors, {
    canSuspend: true,
    after: team,
    rate,
  });
  const webhooks = worker(["webhook"], WEBHOOK_CONNECTIONS, mails.team);
  const isSameServer = config.alerts.target === null;
  const alerts = worker(["alert"], ALERT_CONNECTIONS, mails.alerts, isSameServer ? { rate } : {});
  return { team, visitors, webhooks, alerts };
}

/** The visitors' worker waits for the team's, so it may not have met a server that is away. */
function pausesAfter(team: Worker, visitors: Worker): readonly Pause[] {
  if (visitors.pauses().some(({ cause }) => cause === "away")) return [];
  const away = team.pauses().filter(({ cause }) => cause === "away");
  return away.map((pause) => ({ ...pause, kinds: visitors.kinds }));
}
