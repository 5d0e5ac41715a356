// An outbox row → its mail.
import { composeAcknowledgement } from "../message/compose-acknowledgement.tsx";
import { composeDigest } from "../message/compose-digest.tsx";
import { composeTeamMail } from "../message/compose-team-mail.tsx";
import type { MailMessage } from "../message/mail-message.ts";
import type { MailSender } from "../message/mail-sender.ts";
import type { ClaimedEntry, Outbox } from "../outbox/outbox.ts";

/** Null where there is nothing to tell any more, such as a digest whose every request was erased. */
export type ComposeEntry = (claimed: ClaimedEntry) => Promise<MailMessage | null>;

export function createComposeEntry(sender: MailSender, outbox: Pick<Outbox, "digestItems">): ComposeEntry {
  return async ({ entry, submission }) => {
    if (entry.kind === "digest") {
      const held = await outbox.digestItems(entry.id);
      return held.length === 0 ? null : composeDigest(entry, held, sender);
    }
    if (submission === null) return null;
    if (entry.kind === "acknowledgement") return composeAcknowledgement(entry, submission.reference, sender);
    return composeTeamMail(entry, submission, sender);
  };
}
