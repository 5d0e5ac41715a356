/** @jsxImportSource preact */
// A mail as the transports take it: what it says, and what is the same in all of them.

import { renderToStaticMarkup } from "preact-render-to-string";
import { asciiAddress, domainOf, type MailAddress } from "../text/email-address.ts";
import { automaticHeaders, Mail, type MailBlock, type MailContent } from "./mail-layout.tsx";
import type { MailEntry, MailMessage, MailSender } from "./mail-message.ts";
import { plainText } from "./plain-text.ts";

const renderMail = (mail: MailContent): { readonly html: string; readonly text: string } => ({
  html: `<!DOCTYPE html>\n${renderToStaticMarkup(<Mail {...mail} />)}`,
  text: plainText(mail),
});

/** What one mail says. */
interface MailParts {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
  /** Default: nobody, so that nobody is invited to answer. */
  readonly replyTo?: MailAddress;
  /** RFC 3834: "replied" answers a visitor, "generated", the default, informs the team; neither wants an automatic answer. */
  readonly automatic?: "replied" | "generated";
  /** Besides those of all mails. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The Message-ID is made of the row alone: an attempt made again is the same mail to every program that looks. */
export function composeMail(
  { id, recipient, createdAt }: MailEntry,
  { from, words, teamAutomatic }: Pick<MailSender, "from" | "words" | "teamAutomatic">,
  { subject, blocks, replyTo, automatic = "generated", headers = {} }: MailParts,
): MailMessage {
  const messageId = `${id}@${domainOf(asciiAddress(from.address))}`;
  return {
    messageId,
    from,
    to: recipient,
    envelopeFrom: from.address,
    date: createdAt,
    headers: {
      ...(automatic === "replied" || teamAutomatic ? automaticHeaders(automatic) : {}),
      // Mail programs that gather equal subjects into one conversation keep requests apart by it.
      "X-Entity-Ref-ID": messageId,
      ...headers,
    },
    replyTo: replyTo ?? null,
    subject,
    ...renderMail({ subject, words, blocks }),
  };
}
