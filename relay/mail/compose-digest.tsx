/** @jsxImportSource preact */
// Once a day, what was held back as suspicious: enough to recognize a customer, and the command that sends one on.
import type { FormsDefinition } from "../contract.ts";
import { fieldRows, requestSubject, suspicions, timeText } from "./compose-team-mail.tsx";
import { headerText } from "./fold-text.ts";
import { Heading, Mail, Paragraph, Rows, renderMail, Subheading } from "./mail-layout.tsx";
import type { MailMessage } from "./mail-message.ts";
import { type MailRef, type MailSender, mailFrame } from "./mail-message.ts";
import { fillIn, type MailWords } from "./mail-words.ts";
import { type ShownField, shownFields } from "./shown-fields.ts";
import type { Submission } from "./submission.ts";

/** A flood must not make a mail that servers refuse for its size. */
const MAX_LISTED = 50;
const MAX_TEXT = 300;

export function composeDigest(slip: MailRef, held: readonly Submission[], sender: MailSender): MailMessage {
  const subject = fillIn(sender.words.digest.subject, { count: String(held.length) });
  const frame = mailFrame(slip, sender, "generated");
  return {
    ...frame,
    // The only mail that is sent periodically: its recipients can ask to be taken off (RFC 2369).
    headers: { ...frame.headers, "List-Unsubscribe": `<mailto:${sender.words.company.email}?subject=unsubscribe>` },
    replyTo: null,
    subject,
    ...renderMail(<Digest subject={subject} held={held} forms={sender.forms()} words={sender.words} />),
  };
}

interface DigestProps {
  readonly subject: string;
  readonly held: readonly Submission[];
  readonly forms: FormsDefinition;
  readonly words: MailWords;
}

function Digest({ subject, held, forms, words }: DigestProps) {
  const { digest } = words;
  const rest = held.length - MAX_LISTED;
  return (
    <Mail title={subject} words={words}>
      <Heading>{digest.heading}</Heading>
      <Paragraph>{digest.lead}</Paragraph>
      <Paragraph>
        {digest.release} eventsite-relay release {held[0]?.reference ?? ""}
      </Paragraph>
      {held.slice(0, MAX_LISTED).map((request) => (
        <Held key={request.id} request={request} forms={forms} words={words} />
      ))}
      {rest > 0 && <Paragraph>{fillIn(digest.more, { count: String(rest) })}</Paragraph>}
    </Mail>
  );
}

const shortened = (field: ShownField): ShownField =>
  field.type === "email" ? field : { ...field, text: headerText(field.text, MAX_TEXT) };

function Held({ request, forms, words }: { request: Submission; forms: FormsDefinition; words: MailWords }) {
  const shown = shownFields(request, forms, words).filter(({ type }) => type !== "hidden");
  const rows = [
    { label: words.digest.reasons, value: suspicions(request, words) },
    { label: words.team.received, value: timeText(request.receivedAt, words) },
    ...fieldRows(shown.filter(({ type }) => type !== "lines").map(shortened), request, words),
    ...fieldRows(shown.filter(({ type }) => type === "lines").map(shortened), request, words),
  ];
  return (
    <>
      <Subheading>
        {request.reference}: {requestSubject(request, forms, words)}
      </Subheading>
      <Rows rows={rows} />
    </>
  );
}
