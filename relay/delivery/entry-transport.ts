// How an entry is sent: as a mail, or as a call. A worker knows this interface, and neither mails nor HTTP.
import type { RelayConfig } from "../config/config.ts";
import type { Alert } from "../mail/alert.ts";
import { composeAlert, composeAlertCall, composeDigest, composeWebhook } from "../mail/compose-alert.ts";
import { composeAcknowledgement, composeTeamMail } from "../mail/compose-team-mail.ts";
import type { MailMessage, MailRef, MailSender } from "../mail/mail-message.ts";
import { writeBounceAddress } from "../mail/parse-bounce.ts";
import type { ClaimedEntry, Outbox } from "../store/outbox.ts";
import { type Delivered, type MailTransport, nonSmtpFailure, SendFailure } from "./mail-transport.ts";
import { createMaildirTransport } from "./maildir-transport.ts";
import { createSmtpTransport, smtpSettings } from "./smtp-transport.ts";
import type { WebhookTransport } from "./webhook-transport.ts";

export interface EntryTransport {
  /** Settles when the other side has taken the entry for good. Rejects with `SendFailure` where it was not taken. */
  send(claimed: ClaimedEntry, signal: AbortSignal): Promise<Delivered>;
  /** Whether something could be sent now. Rejects where not. */
  verify(): Promise<void>;
}

/** There is nothing to say any more, such as in a digest whose every request was erased. */
const nothingToTell = () => nonSmtpFailure({ outcome: "dead", reason: "nothing-to-tell", scope: "none", reply: null });

/** Rejects with `SendFailure` where a mail has nothing to say any more. */
type ComposeEntry = (claimed: ClaimedEntry) => Promise<MailMessage>;

export function createComposeEntry(
  sender: MailSender,
  outbox: Pick<Outbox, "digestItems" | "bounceProof">,
): ComposeEntry {
  return async ({ entry, submission }) => {
    if (entry.kind === "digest") {
      const held = await outbox.digestItems(entry.id);
      if (held.length === 0) throw nothingToTell();
      return composeDigest(entry, held, sender);
    }
    if (submission === null) throw nothingToTell();
    if (entry.kind === "acknowledgement") {
      const mail = composeAcknowledgement(entry, submission.reference, sender);
      if (!sender.bounceTo) return mail;
      const token = { entryId: entry.id, proof: await outbox.bounceProof(entry.id) };
      return { ...mail, envelopeFrom: writeBounceAddress(sender.bounceTo, token) };
    }
    return composeTeamMail(entry, submission, sender);
  };
}

export const sendAsMail = (
  compose: ComposeEntry,
  transport: Pick<MailTransport, "send" | "verify">,
): EntryTransport => ({
  send: async (claimed, signal) => transport.send(await compose(claimed), signal),
  verify: () => transport.verify(),
});

export const sendAsCall = (transport: WebhookTransport): EntryTransport => ({
  async send({ entry, submission }, signal) {
    if (submission === null) throw nothingToTell();
    return transport.send({ id: entry.id, url: entry.recipient, body: composeWebhook(entry, submission) }, signal);
  },
  // Receivers fail one by one, each on its own route: none of them says anything of all.
  verify: async () => {},
});

// Alerts by mail and by call, over routes that are theirs alone.

type SendAlert = (slip: MailRef, alert: Alert, signal: AbortSignal) => Promise<Delivered>;

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
    if (alert === null) throw nothingToTell();
    try {
      return await send(entry, alert, signal);
    } catch (error) {
      if (!(error instanceof SendFailure) || error.facts.scope !== "connection") throw error;
      throw new SendFailure({ ...error.facts, scope: "route" }, error);
    }
  },
  verify: async () => {},
});

type Route = Pick<RelayConfig["mail"], "target" | "tls" | "dkim">;

/** The transport that the configuration names. */
export const createMailTransport = ({ target, tls, dkim }: Route): MailTransport =>
  target.type === "maildir"
    ? createMaildirTransport(target.dir, dkim)
    : createSmtpTransport({ ...smtpSettings(target, tls), dkim });
