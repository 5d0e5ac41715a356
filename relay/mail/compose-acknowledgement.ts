// The mail that confirms to a visitor that the request has arrived. It holds nothing that was typed, so that nobody can have us send their
// words to a stranger; and, by Canadian anti-spam law, no advertising, our name and where we are reached.

import { acknowledgementValues, fillIn, isFilledBy } from "../words/mail-words.ts";
import { composeMail } from "./compose-mail.tsx";
import { heading, paragraph, quiet } from "./mail-layout.tsx";
import type { MailEntry, MailMessage, MailSender } from "./mail-message.ts";

export function composeAcknowledgement(entry: MailEntry, reference: string, sender: MailSender): MailMessage {
  const { words } = sender;
  const values = acknowledgementValues(words.company, reference);
  const fill = (text: string) => fillIn(text, values);
  const { subject, heading: title, paragraphs, why } = words.acknowledgement;
  return composeMail(entry, sender, {
    subject: fill(subject),
    blocks: [
      heading(fill(title)),
      ...paragraphs
        .filter((text) => isFilledBy(text, values))
        .map(fill)
        .map(paragraph),
      quiet(fill(why)),
    ],
    replyTo: { name: words.company.name, address: words.company.email },
    automatic: "replied",
  });
}
