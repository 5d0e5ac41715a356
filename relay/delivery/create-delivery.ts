// All of delivery: a worker for the team's mails, one for acknowledgements, one for webhooks and one for alerts, each with connections of
// its own; and the watcher, which plans alerts and the daily digest. What the mail server makes of visitors' mails, or a receiver of its calls,
// never delays the team's: they share nothing but the store.
import type { JumpAwareClock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import type { MailSender } from "../mail/mail-message.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import { ENTRY_KINDS, type EntryKind } from "../store/outbox-entry.ts";
import type { Pause } from "../store/records.ts";
import { version } from "../version.ts";
import {
  createComposeEntry,
  createMailTransport,
  createSendAlert,
  sendAsAlert,
  sendAsCall,
  sendAsMail,
} from "./entry-transport.ts";
import type { MailTransport } from "./mail-transport.ts";
import { createThrottle } from "./pace.ts";
import { digestPlanOf } from "./plan-entries.ts";
import { createWatcher } from "./watcher.ts";
import { createWebhookTransport, type WebhookTransport } from "./webhook-transport.ts";
import { createWorker, type WorkerParts } from "./worker.ts";

type Kinds = readonly EntryKind[];

export type Delivery = ReturnType<typeof createDelivery>;

export interface DeliveryParts {
  readonly config: Pick<RelayConfig, "mail" | "siteUrl" | "webhooks" | "alerts">;
  readonly forms: MailSender["forms"];
  readonly outbox: Outbox;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  /** In place of the one that the configuration names. */
  readonly transport?: MailTransport;
  readonly webhooks?: WebhookTransport;
  readonly alertTransport?: MailTransport;
}

/** Connections at once; mail servers commonly allow a client 5 to 20. There are few acknowledgements: 60 in an hour. */
const TEAM_CONNECTIONS = 4;
const ACKNOWLEDGEMENT_CONNECTIONS = 1;
const WEBHOOK_CONNECTIONS = 4;
const ALERT_CONNECTIONS = 1;

/** How long a mail under way may take when the relay stops. */
const LAST_MAILS_MS = 5000;
/** Where others wait for the mails of a relay that is gone, leases are short and renewed; a paused relay loses them. */
const SHARED_LEASE = { leaseMs: 60_000, renewEveryMs: 20_000 };

export function createDelivery(parts: DeliveryParts) {
  const { outbox, clock, observe, config } = parts;
  const connect = () => parts.transport ?? createMailTransport(config.mail);
  const alertMail = { ...config.mail, target: config.alerts.target ?? config.mail.target };
  const transports = {
    team: connect(),
    visitors: connect(),
    alerts: parts.alertTransport ?? parts.transport ?? createMailTransport(alertMail),
  };
  const { from, words, bounceTo } = config.mail;
  const sender: MailSender = { from, words, bounceTo, forms: parts.forms, siteUrl: config.siteUrl };
  const compose = createComposeEntry(sender, outbox);
  const userAgent = `eventsite-relay/${version}`;
  const callsTo = (urls: readonly string[]): WebhookTransport =>
    parts.webhooks ?? createWebhookTransport({ ...config.webhooks, urls, userAgent, now: clock.now });
  const sendAlert = createSendAlert(transports.alerts, callsTo(config.alerts.urls), sender);
  const throttle = createThrottle();
  const faults = createStoreFaults();
  const lease = outbox.isShared ? SHARED_LEASE : null;
  const worker = (
    name: string,
    more: Pick<WorkerParts, "kinds" | "transport" | "connections"> & Partial<WorkerParts>,
  ) => createWorker({ outbox, clock, observe, throttle, lease, onStore: faults.of(name), ...more });
  const team = worker("team", {
    kinds: ["team", "digest"],
    transport: sendAsMail(compose, transports.team),
    connections: TEAM_CONNECTIONS,
    fallback: config.mail.fallback,
    onIdle: () => visitors.wake(),
  });
  const visitors = worker("visitors", {
    kinds: ["acknowledgement"],
    transport: sendAsMail(compose, transports.visitors),
    connections: ACKNOWLEDGEMENT_CONNECTIONS,
    canSuspend: true,
    after: team,
  });
  const webhooks = worker("webhooks", {
    kinds: ["webhook"],
    transport: sendAsCall(callsTo(config.webhooks.urls)),
    connections: WEBHOOK_CONNECTIONS,
  });
  const alertWorker = worker("alerts", {
    kinds: ["alert"],
    transport: sendAsAlert(sendAlert, outbox),
    connections: ALERT_CONNECTIONS,
  });
  const workers = [team, visitors, webhooks, alertWorker];
  /** A worker that is woken asks the store, twice: those that it does not concern are left alone. */
  const wake = (kinds: Kinds = ENTRY_KINDS) => {
    for (const worker of workers) if (worker.kinds.some((kind) => kinds.includes(kind))) worker.wake();
  };
  const watcher = createWatcher({
    ...{ outbox, clock, observe, send: sendAlert, digest: digestPlanOf(config.mail) },
    recipients: [...config.alerts.to, ...config.alerts.urls],
    onPlanned: wake,
  });
  return {
    pauses(): readonly Pause[] {
      // The visitors' worker waits for the team's, so it may not have met a server that is away.
      const away = team.pauses().filter(({ cause }) => cause === "away");
      const isNoted = visitors.pauses().some(({ cause }) => cause === "away");
      const waiting = isNoted ? [] : away.map((pause) => ({ ...pause, kinds: visitors.kinds }));
      return [...workers.flatMap((worker) => worker.pauses()), ...waiting];
    },
    /** Somebody wants what waits to go now: a server that was away is asked whether it is back. */
    tryNow() {
      for (const worker of workers) worker.tryNow();
    },
    /** Whether the store keeps mails from being delivered: it does not give them out, or does not take down what became of them. */
    hasFault: faults.isThere,
    /** The store stopped taking writes, or takes them again. */
    onStore: watcher.look,
    onAccepted(kinds: Kinds) {
      throttle.onAccepted();
      wake(kinds);
    },
    start() {
      for (const worker of workers) worker.start();
      watcher.start();
    },
    /** Begins no mail; resolves when nothing is under way, after a few seconds at the latest. Before the store is closed. */
    async stop(): Promise<void> {
      await Promise.all([watcher.stop(LAST_MAILS_MS), ...workers.map((worker) => worker.stop(LAST_MAILS_MS))]);
      await Promise.all(Object.values(transports).map((transport) => transport.close()));
    },
  };
}

/** A fault counts until the store gave out rows again; one alone may be a moment's. */
const FAULTS_IN_A_ROW = 2;

function createStoreFaults() {
  const counts = new Map<string, number>();
  return {
    of: (worker: string) => (error: unknown) => {
      counts.set(worker, error === null ? 0 : (counts.get(worker) ?? 0) + 1);
    },
    isThere: () => [...counts.values()].some((count) => count >= FAULTS_IN_A_ROW),
  };
}
