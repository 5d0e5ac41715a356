/** @jsxImportSource preact */
// Once a day, what was held back as suspicious: enough to recognize a customer, and the command that sends one on.
import { fieldRows, requestSubject, suspicions, timeText } from "./compose-team-mail.tsx";
import { headerText } from "./header-text.ts";
import { Heading, Mail, Paragraph, Rows, Subheading } from "./mail-layout.tsx";
import type { MailMessage } from "./mail-message.ts";
import { type MailSender, type MailSlip, mailFrame } from "./mail-sender.ts";
import { fillIn, type MailWords } from "./mail-words.ts";
import { renderMail } from "./render-mail.ts";
import type { Submission } from "./submission.ts";

/** A flood must not make a mail that servers refuse for its size. */
const MAX_TOLD = 50;
const MAX_MESSAGE = 300;

export function composeDigest(slip: MailSlip, held: readonly Submission[], sender: MailSender): MailMessage {
  const subject = fillIn(sender.words.digest.subject, { count: String(held.length) });
  return {
    ...mailFrame(slip, sender, "generated"),
    replyTo: null,
    subject,
    ...renderMail(<Digest subject={subject} held={held} words={sender.words} />),
  };
}

function Digest({ subject, held, words }: { subject: string; held: readonly Submission[]; words: MailWords }) {
  const { digest } = words;
  const rest = held.length - MAX_TOLD;
  return (
    <Mail title={subject} words={words}>
      <Heading>{digest.heading}</Heading>
      <Paragraph>{digest.lead}</Paragraph>
      <Paragraph>
        {digest.release} eventsite-relay release {held[0]?.reference ?? ""}
      </Paragraph>
      {held.slice(0, MAX_TOLD).map((request) => (
        <Held key={request.id} request={request} words={words} />
      ))}
      {rest > 0 && <Paragraph>{fillIn(digest.more, { count: String(rest) })}</Paragraph>}
    </Mail>
  );
}

function Held({ request, words }: { request: Submission; words: MailWords }) {
  const message = headerText(request.fields.message, MAX_MESSAGE);
  const rows = [
    { label: words.digest.reasons, value: suspicions(request, words) },
    { label: words.team.received, value: timeText(request.receivedAt, words) },
    ...fieldRows(request, words),
    ...(message === "" ? [] : [{ label: words.fields.message, value: message }]),
  ];
  return (
    <>
      <Subheading>
        {request.reference}: {requestSubject(request, words)}
      </Subheading>
      <Rows rows={rows} />
    </>
  );
}
