// A mail as bytes. The same mail makes the same bytes: no clock, no random boundary, so that an attempt made again changes nothing.

import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type MailComposer from "nodemailer/lib/mail-composer";
import type { DkimKey } from "../../config/values.ts";
import type { MailMessage } from "../../mail/mail-message.ts";
import { type MailAddress, needsSmtpUtf8 } from "../../text/email-address.ts";
import { headerText } from "../../text/header-text.ts";

/** In characters. Composed mails stay well below; this limits everything else. */
const MAX_SUBJECT = 250;
const MAX_NAME = 120;

/**
 * `international`: whether the server takes addresses beyond ASCII (SMTPUTF8); otherwise a Reply-To that needs it is left out.
 * `dkim`: what the mail is signed with, if anything.
 */
export async function buildMime(
  message: MailMessage,
  { international, dkim = null }: { readonly international: boolean; readonly dkim?: DkimKey | null },
): Promise<Buffer> {
  // Loaded by the first mail: no start waits for it.
  const { default: Composer } = await import("nodemailer/lib/mail-composer");
  const { messageId, replyTo } = message;
  const mayReply = replyTo !== null && (international || !needsSmtpUtf8(replyTo.address));
  const mail = new Composer({
    messageId: `<${messageId}>`,
    date: new Date(message.date),
    // Addresses go in as name and address, never as text that would be parsed.
    from: mailbox(message.from),
    to: mailbox({ name: null, address: message.to }),
    ...(mayReply ? { replyTo: mailbox(replyTo) } : {}),
    subject: headerText(message.subject, MAX_SUBJECT),
    headers: { ...message.headers },
    text: message.text,
    html: message.html,
    textEncoding: "quoted-printable",
    baseBoundary: createHash("sha256").update(messageId).digest("hex").slice(0, 24),
    xMailer: false,
    // Nothing in a mail is ever fetched from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "\r\n",
  } as ConstructorParameters<typeof MailComposer>[0]);
  const mime = await mail.compile().build();
  if (dkim === null) return mime;
  const { default: Signer } = await import("nodemailer/lib/dkim");
  const { domain: domainName, selector: keySelector, privateKey } = dkim;
  return buffer(new Signer({ domainName, keySelector, privateKey }).sign(mime));
}

const mailbox = ({ name, address }: MailAddress) => ({ name: headerText(name ?? "", MAX_NAME), address });
