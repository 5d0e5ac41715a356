// How an entry is sent: composed as a mail or as the body of a call, and handed to what carries it. A worker knows neither.

import { writeBounceAddress } from "../bounces/bounce-address.ts";
import { composeAcknowledgement } from "../mail/compose-acknowledgement.ts";
import { composeAlert } from "../mail/compose-alert.ts";
import { composeDigest } from "../mail/compose-digest.ts";
import { composeTeamMail } from "../mail/compose-team-mail.ts";
import type { MailEntry, MailMessage, MailSender } from "../mail/mail-message.ts";
import { composeWebhook } from "../mail/webhook-body.ts";
import type { ClaimedEntry } from "../store/operations/claim.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Delivered, MailTransport } from "./transports/mail-transport.ts";
import { SendFailure } from "./transports/send-failure.ts";
import type { WebhookTransport } from "./transports/webhook-transport.ts";

/** Resolves when the other side has accepted the entry. Rejects with `SendFailure` where it did not. */
export type SendEntry = (claimed: ClaimedEntry, signal: AbortSignal) => Promise<Delivered>;

interface Transports {
  readonly mail: Pick<MailTransport, "send">;
  readonly calls: WebhookTransport;
}

/** A text is the body of a call. */
export const sendContent = (
  { id, recipient }: MailEntry,
  content: MailMessage | string,
  { mail, calls }: Transports,
  signal: AbortSignal,
): Promise<Delivered> =>
  typeof content === "string" ? calls.send({ id, url: recipient, body: content }, signal) : mail.send(content, signal);

export function createSendEntry(
  senderNow: () => MailSender,
  outbox: Pick<Outbox, "digestItems" | "alertOf">,
  transports: Transports,
): SendEntry {
  /** Null where nothing is left to send, for example a digest whose requests were all erased. */
  const compose = async ({ entry, submission }: ClaimedEntry): Promise<MailMessage | string | null> => {
    const { id, kind } = entry;
    const sender = senderNow();
    if (kind === "alert") {
      const alert = await outbox.alertOf(id);
      return alert && composeAlert(entry, alert, sender);
    }
    if (kind === "digest") {
      const held = await outbox.digestItems(id);
      return held.length === 0 ? null : composeDigest(entry, held, sender);
    }
    if (submission === null) return null;
    if (kind === "webhook") return composeWebhook(entry, submission);
    if (kind === "team") return composeTeamMail(entry, submission, sender);
    const mail = composeAcknowledgement(entry, submission.reference, sender);
    return sender.bounceTo ? { ...mail, envelopeFrom: writeBounceAddress(sender.bounceTo, id) } : mail;
  };
  return async (claimed, signal) => {
    const content = await compose(claimed);
    if (content === null) throw new SendFailure({ outcome: "dead", reason: "nothing-to-tell", scope: "none" });
    const { entry } = claimed;
    return sendContent(entry, content, transports, signal).catch((error) => {
      throw entry.kind === "alert" ? onItsRoute(error) : error;
    });
  };
}

/** Alerts that are calls do not wait for a mail server that is away. */
const onItsRoute = (error: unknown): unknown =>
  error instanceof SendFailure && error.failure.scope === "connection"
    ? new SendFailure({ ...error.failure, scope: "route" }, error)
    : error;
