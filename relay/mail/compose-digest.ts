// Once a day, what was held back as suspicious: enough to recognize a customer, and the command that sends one on.

import type { FormsDefinition } from "../contract.ts";
import { type ShownField, shownFields } from "../requests/shown-fields.ts";
import type { Submission } from "../requests/submission.ts";
import { asciiAddress } from "../text/email-address.ts";
import { headerText } from "../text/header-text.ts";
import { fillIn, type MailWords } from "../words/mail-words.ts";
import { composeMail } from "./compose-mail.tsx";
import { fieldRows, requestSubject, suspicions, timeText } from "./compose-team-mail.ts";
import { heading, type MailBlock, paragraph, subheading } from "./mail-layout.tsx";
import type { MailEntry, MailMessage, MailSender } from "./mail-message.ts";

/** A flood must not make a mail that servers refuse for its size. */
const MAX_LISTED = 50;
const MAX_TEXT = 300;

export function composeDigest(entry: MailEntry, held: readonly Submission[], sender: MailSender): MailMessage {
  const subject = fillIn(sender.words.digest.subject, { count: String(held.length) });
  // The only mail that is sent periodically: its recipients can ask to be taken off (RFC 2369).
  const headers = { "List-Unsubscribe": `<mailto:${asciiAddress(sender.words.company.email)}?subject=unsubscribe>` };
  return composeMail(entry, sender, { subject, blocks: digestBlocks(held, sender), headers });
}

function digestBlocks(held: readonly Submission[], { forms, words }: MailSender): MailBlock[] {
  const { digest } = words;
  const unlisted = held.length - MAX_LISTED;
  return [
    heading(digest.heading),
    paragraph(digest.lead),
    paragraph(`${digest.release} eventsite-relay release ${held[0]?.reference ?? ""}`),
    ...held.slice(0, MAX_LISTED).flatMap((request) => heldBlocks(request, forms(), words)),
    ...(unlisted > 0 ? [paragraph(fillIn(digest.more, { count: String(unlisted) }))] : []),
  ];
}

const shortened = (field: ShownField): ShownField =>
  field.type === "email" ? field : { ...field, text: headerText(field.text, MAX_TEXT) };

function heldBlocks(request: Submission, forms: FormsDefinition, words: MailWords): MailBlock[] {
  const fields = shownFields(request, forms);
  const rows = [
    { label: words.digest.reasons, value: suspicions(request, words) },
    { label: words.team.received, value: timeText(request.receivedAt, words) },
    ...fieldRows(fields.filter(({ type }) => type !== "lines").map(shortened), request, words),
    ...fieldRows(fields.filter(({ type }) => type === "lines").map(shortened), request, words),
  ];
  return [subheading(`${request.reference}: ${requestSubject(request, forms, words)}`), { type: "rows", rows }];
}
