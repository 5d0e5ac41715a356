/** @jsxImportSource preact */
// The mail that confirms to a visitor that the request has arrived. It holds nothing that was typed into the form, so that nobody can
// have us send their words to a stranger; and, as Canadian anti-spam law requires, no advertising, our name and where we can be reached.
import { Heading, Mail, Paragraph, Quiet, renderMail } from "./mail-layout.tsx";
import type { MailMessage } from "./mail-message.ts";
import { type MailRef, type MailSender, mailFrame } from "./mail-message.ts";
import { companyValues, fillIn, type MailWords } from "./mail-words.ts";

export function composeAcknowledgement(slip: MailRef, reference: string, sender: MailSender): MailMessage {
  const { words } = sender;
  const values = { ...companyValues(words), reference };
  const subject = fillIn(words.acknowledgement.subject, values);
  return {
    ...mailFrame(slip, sender, "replied"),
    replyTo: { name: words.company.name, address: words.company.email },
    subject,
    ...renderMail(<Acknowledgement subject={subject} words={words} values={values} />),
  };
}

function Acknowledgement(props: { subject: string; words: MailWords; values: Readonly<Record<string, string>> }) {
  const { heading, paragraphs, why } = props.words.acknowledgement;
  return (
    <Mail title={props.subject} words={props.words}>
      <Heading>{fillIn(heading, props.values)}</Heading>
      {paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{fillIn(paragraph, props.values)}</Paragraph>
      ))}
      <Quiet>{fillIn(why, props.values)}</Quiet>
    </Mail>
  );
}
