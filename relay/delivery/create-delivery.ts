// All of delivery: what mails and calls go over, the workers that send them, and the watcher, which plans alerts and the daily digest.

import type { JumpAwareClock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import { unique } from "../config/values.ts";
import { ofAllForms } from "../forms/per-form.ts";
import { composeAlert } from "../mail/compose-alert.ts";
import type { MailSender } from "../mail/mail-message.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import type { Forms } from "../upkeep/forms-source.ts";
import { createWatcher } from "../upkeep/watch-alerts.ts";
import { createTransports } from "./create-transports.ts";
import { createWorkers } from "./create-workers.ts";
import type { Pause } from "./pause.ts";
import { sendContent } from "./send-entry.ts";
import type { MailTransport } from "./transports/mail-transport.ts";
import type { WebhookTransport } from "./transports/webhook-transport.ts";

export interface Delivery {
  readonly pauses: () => readonly Pause[];
  /** An operator wants waiting mails to go now: a server that was away is tried. */
  tryNow(): void;
  /** Whether the store stops deliveries: it gives out no rows, or does not record their results. */
  readonly hasFault: () => boolean;
  /** The store stopped taking writes, or takes them again. */
  readonly onStore: () => void;
  readonly onAccepted: (kinds?: readonly EntryKind[]) => void;
  start(): void;
  /** Begins no mail; resolves when nothing is under way, after a few seconds at the latest. Before the store is closed. */
  stop(): Promise<void>;
}

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

/** How long a mail under way may take when the relay stops. */
const LAST_MAILS_MS = 5000;

export function createDelivery({ config, site, outbox, clock, observe, transport, webhooks }: DeliveryParts): Delivery {
  const { mail, alerts } = config;
  const sender = (): MailSender => ({
    from: mail.from,
    words: site.words(),
    teamAutomatic: mail.teamAutomatic,
    bounceTo: mail.bounceTo,
    forms: site.current,
    siteUrl: config.siteUrl,
  });
  const transports = createTransports({ config, now: clock.now, transport, webhooks });
  const workers = createWorkers({ config, outbox, clock, observe, transports, sender });
  const alertTransports = { mail: transports.mails.alerts, calls: transports.calls };
  const watcher = createWatcher({
    outbox,
    clock,
    observe,
    team: unique(ofAllForms(mail.to).flat()),
    sender: mail.from.address,
    send: (entry, alert, signal) => sendContent(entry, composeAlert(entry, alert, sender()), alertTransports, signal),
    recipients: [...alerts.to, ...alerts.urls],
    onPlanned: workers.wake,
  });
  return {
    pauses: workers.pauses,
    tryNow() {
      transports.tryNow();
      workers.tryNow();
    },
    hasFault: workers.hasStoreFault,
    onStore: watcher.checkSoon,
    onAccepted: workers.wake,
    start() {
      workers.start();
      watcher.start();
    },
    async stop() {
      await Promise.all([watcher.stop(LAST_MAILS_MS), workers.stop(LAST_MAILS_MS)]);
      await transports.close();
    },
  };
}
