// A mail as the transports take it: finished text and addresses, nothing left to decide.

export interface MailAddress {
  readonly name: string | null;
  readonly address: string;
}

export interface MailMessage {
  /** Without angle brackets; derived from the outbox entry, the same at every attempt. */
  readonly messageId: string;
  readonly from: MailAddress;
  /** One recipient: an entry is one mail to one address. */
  readonly to: string;
  readonly replyTo: MailAddress | null;
  /** The address that bounces go to; empty for a mail that must not be answered by machines. */
  readonly envelopeFrom: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Milliseconds since 1970, for the Date header. */
  readonly date: number;
  /** Further headers, such as Auto-Submitted. Values hold nothing that a visitor typed. */
  readonly headers: Readonly<Record<string, string>>;
}
