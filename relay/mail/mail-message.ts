// A mail as the transports take it: finished text and addresses, nothing left to decide.

import type { FormsDefinition } from "../contract.ts";
import type { MailAddress } from "../text/email-address.ts";
import type { MailWords } from "../words/mail-words.ts";

export interface MailMessage {
  /** Without angle brackets; derived from the outbox entry, the same at every attempt. */
  readonly messageId: string;
  readonly from: MailAddress;
  /** One recipient: an entry is one mail to one address. */
  readonly to: string;
  readonly replyTo: MailAddress | null;
  /** The address that bounces go to. */
  readonly envelopeFrom: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Milliseconds since 1970, for the Date header. */
  readonly date: number;
  /** Further headers, such as Auto-Submitted. Values hold nothing that a visitor typed. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface MailSender {
  /** Ours in every mail, never the visitor's: what SPF, DKIM and DMARC vouch for. */
  readonly from: MailAddress;
  readonly words: MailWords;
  /** Whether mails to the team say in their headers that no person wrote them; some help desks drop those that do. */
  readonly teamAutomatic: boolean;
  /** What the forms ask, as the relay knows it at this time. */
  readonly forms: () => FormsDefinition;
  /** Where acknowledgements that do not arrive are reported to; the sender's address where there is none. */
  readonly bounceTo?: string | null;
  /** Where the site is, with a slash at the end; null where it is not known. */
  readonly siteUrl: string | null;
}

/** The outbox row that a mail is for. */
export interface MailEntry {
  readonly id: string;
  readonly recipient: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}
