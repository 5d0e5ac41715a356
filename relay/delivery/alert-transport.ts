// Alerts by mail and by call, over routes that are theirs alone.
import type { Alert } from "../mail/alert.ts";
import { composeAlert, composeAlertCall } from "../mail/compose-alert.tsx";
import type { MailRef, MailSender } from "../mail/mail-sender.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryTransport } from "./entry-transport.ts";
import type { Delivered, MailTransport } from "./mail-transport.ts";
import { SendFailure } from "./send-failure.ts";
import type { WebhookTransport } from "./webhook-transport.ts";

export type SendAlert = (slip: MailRef, alert: Alert, signal: AbortSignal) => Promise<Delivered>;

export const createSendAlert =
  (mail: Pick<MailTransport, "send">, calls: WebhookTransport, sender: MailSender): SendAlert =>
  async (slip, alert, signal) =>
    isUrl(slip.recipient)
      ? calls.send({ id: slip.id, url: slip.recipient, body: composeAlertCall(slip, alert) }, signal)
      : mail.send(composeAlert(slip, alert, sender), signal);

/** An address has no slashes behind a colon. */
const isUrl = (recipient: string) => /^https?:\/\//.test(recipient);

/** One recipient's mail server that is away keeps no other recipient from being alerted. */
export const sendAsAlert = (send: SendAlert, outbox: Pick<Outbox, "alertOf">): EntryTransport => ({
  async send({ entry }, signal) {
    const alert = await outbox.alertOf(entry.id);
    if (alert === null) return null;
    try {
      return await send(entry, alert, signal);
    } catch (error) {
      if (!(error instanceof SendFailure) || error.facts.scope !== "connection") throw error;
      throw new SendFailure({ ...error.facts, scope: "route" }, error);
    }
  },
  verify: async () => {},
});
