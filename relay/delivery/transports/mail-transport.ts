// Where mails go: a mail server or a Maildir. The worker knows this interface and no library.
import type { MailMessage } from "../../mail/mail-message.ts";

export interface Delivered {
  /** The server's answer to the end of the data, or where the file lies. */
  readonly reply: string;
  /** What the server calls the mail in its own queue and log, where it says so. */
  readonly queueId: string | null;
}

export interface MailTransport {
  /** Settles when the mail is taken for good. Rejects with `SendFailure` alone. */
  send(message: MailMessage, signal: AbortSignal): Promise<Delivered>;
  close(): Promise<void>;
}
