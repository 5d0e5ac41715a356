// Everything that mails and calls go over: connections for the team, for visitors and for alerts, which share no connection, and the calls.

import type { RelayConfig } from "../config/config.ts";
import type { MailTarget } from "../config/targets.ts";
import { createLoginAt, createMailTransport } from "./transports/configured-transport.ts";
import type { MailLogin } from "./transports/mail-login.ts";
import type { MailTransport } from "./transports/mail-transport.ts";
import { createWebhookTransport, type WebhookTransport } from "./transports/webhook-transport.ts";

export interface TransportParts {
  readonly config: Pick<RelayConfig, "mail" | "webhooks" | "alerts">;
  readonly now: () => number;
  /** In place of the one that the configuration names. */
  readonly transport: MailTransport | undefined;
  readonly webhooks: WebhookTransport | undefined;
}

export interface DeliveryTransports {
  readonly mails: Readonly<Record<"team" | "visitors" | "alerts", MailTransport>>;
  readonly calls: WebhookTransport;
  /** A login that was refused is tried again. */
  tryNow(): void;
  close(): Promise<void>;
}

export function createTransports({ config, now, transport, webhooks }: TransportParts): DeliveryTransports {
  const { mail, alerts } = config;
  const login = createLoginAt(mail.target, mail.oauth);
  const alertLogin = alerts.target === null ? login : createLoginAt(alerts.target, null);
  const connect = (target: MailTarget, at: MailLogin) => transport ?? createMailTransport({ ...mail, target }, at);
  const mails = {
    team: connect(mail.target, login),
    visitors: connect(mail.target, login),
    alerts: connect(alerts.target ?? mail.target, alertLogin),
  };
  const urls = [...config.webhooks.urls, ...alerts.urls];
  return {
    mails,
    calls: webhooks ?? createWebhookTransport({ urls, secrets: config.webhooks.secrets, now }),
    tryNow() {
      login.tryNow();
      alertLogin.tryNow();
    },
    async close() {
      await Promise.all(Object.values(mails).map((each) => each.close()));
    },
  };
}
