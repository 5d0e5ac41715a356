// All of delivery: a worker each for the team's mails, acknowledgements, webhooks and alerts, and the watcher, which plans alerts and the daily
// digest. What becomes of visitors' mails or of calls never delays the team's mails: they share nothing but the store.

import type { JumpAwareClock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import type { MailTarget } from "../config/targets.ts";
import { unique } from "../config/values.ts";
import { ofAllForms } from "../forms/per-form.ts";
import { composeAlert } from "../mail/compose-alert.ts";
import type { MailSender } from "../mail/mail-message.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import { ENTRY_KINDS, type EntryKind } from "../store/rows/outbox-entry.ts";
import type { Forms } from "../upkeep/forms-source.ts";
import { createWatcher } from "../upkeep/watch-alerts.ts";
import { createMailRate } from "./mail-rate.ts";
import type { Pause } from "./pause.ts";
import { createLoginAt, createMailTransport, createSendEntry, sendContent } from "./send-entry.ts";
import type { MailLogin } from "./transports/mail-login.ts";
import type { MailTransport } from "./transports/mail-transport.ts";
import { createWebhookTransport, type WebhookTransport } from "./transports/webhook-transport.ts";
import { createWorker, type WorkerParts } from "./worker.ts";

type Kinds = readonly EntryKind[];

export type Delivery = ReturnType<typeof createDelivery>;

export interface DeliveryParts {
  readonly config: Pick<RelayConfig, "mail" | "siteUrl" | "webhooks" | "alerts">;
  /** What the site's document says at this time. */
  readonly site: Pick<Forms, "current" | "words">;
  readonly outbox: Outbox;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  /** In place of the one that the configuration names. */
  readonly transport?: MailTransport;
  readonly webhooks?: WebhookTransport;
}

/** Connections besides those of the team's mails. There are few acknowledgements: 60 in an hour. */
const ACKNOWLEDGEMENT_CONNECTIONS = 1;
const WEBHOOK_CONNECTIONS = 4;
const ALERT_CONNECTIONS = 1;

/** How long a mail under way may take when the relay stops. */
const LAST_MAILS_MS = 5000;
/** Where others wait for the mails of a relay that is gone, leases are short and renewed; a paused relay loses them. */
const SHARED_LEASE = { leaseMs: 60_000, renewEveryMs: 20_000 };

export function createDelivery(parts: DeliveryParts) {
  const { outbox, clock, observe, config } = parts;
  const { mail } = config;
  const alertTarget = config.alerts.target;
  const login = createLoginAt(mail.target, mail.oauth);
  const alertLogin = alertTarget === null ? login : createLoginAt(alertTarget, null);
  const connect = (target: MailTarget, at: MailLogin) =>
    parts.transport ?? createMailTransport({ ...mail, target }, at);
  const mails = {
    team: connect(mail.target, login),
    visitors: connect(mail.target, login),
    alerts: connect(alertTarget ?? mail.target, alertLogin),
  };
  const { from, teamAutomatic, bounceTo } = config.mail;
  const { current: forms, words } = parts.site;
  const { siteUrl } = config;
  const sender = (): MailSender => ({ from, words: words(), teamAutomatic, bounceTo, forms, siteUrl });
  const calls =
    parts.webhooks ??
    createWebhookTransport({
      ...config.webhooks,
      urls: [...config.webhooks.urls, ...config.alerts.urls],
      now: clock.now,
    });
  const rate = createMailRate(mail.rate, clock.elapsed);
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
  const { fallback } = config.mail;
  const onIdle = () => visitors.wake();
  const team = worker(["team", "digest"], mail.connections, mails.team, { fallback, onIdle, rate });
  const ofVisitors = { canSuspend: true, after: team, rate };
  const visitors = worker(["acknowledgement"], ACKNOWLEDGEMENT_CONNECTIONS, mails.visitors, ofVisitors);
  const webhooks = worker(["webhook"], WEBHOOK_CONNECTIONS, mails.team);
  const alerts = worker(["alert"], ALERT_CONNECTIONS, mails.alerts, alertTarget === null ? { rate } : {});
  const workers = [team, visitors, webhooks, alerts];
  /** Waking a worker costs two queries: only workers that an event concerns are woken. */
  const wake = (kinds: Kinds = ENTRY_KINDS) => {
    for (const worker of workers) if (worker.kinds.some((kind) => kinds.includes(kind))) worker.wake();
  };
  const watcher = createWatcher({
    outbox,
    clock,
    observe,
    team: unique(ofAllForms(config.mail.to).flat()),
    sender: from.address,
    send: (entry, alert, signal) =>
      sendContent(entry, composeAlert(entry, alert, sender()), { mail: mails.alerts, calls }, signal),
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
    /** An operator wants waiting mails to go now: a server that was away is tried. */
    tryNow() {
      for (const each of [login, alertLogin]) each.tryNow();
      for (const worker of workers) worker.tryNow();
    },
    /** Whether the store stops deliveries: it gives out no rows, or does not record their results. */
    hasFault: () => workers.some((worker) => worker.hasStoreFault()),
    /** The store stopped taking writes, or takes them again. */
    onStore: watcher.checkSoon,
    onAccepted: wake,
    start() {
      for (const worker of workers) worker.start();
      watcher.start();
    },
    /** Begins no mail; resolves when nothing is under way, after a few seconds at the latest. Before the store is closed. */
    async stop(): Promise<void> {
      await Promise.all([watcher.stop(LAST_MAILS_MS), ...workers.map((worker) => worker.stop(LAST_MAILS_MS))]);
      await Promise.all(Object.values(mails).map((mail) => mail.close()));
    },
  };
}
