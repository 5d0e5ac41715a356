/** @jsxImportSource preact */
// The pages of the mailbox: for developers who try the relay on their machine and want to see what would have been sent.
import type { ComponentChildren } from "preact";
import { renderPage } from "./frame.tsx";
import type { MailboxMail, OpenedMail } from "./read-mailbox.ts";

/** Seconds after which the list looks again by itself. */
const REFRESH_SECONDS = 3;

export const MAILBOX_PATH = "/mailbox";

/** The address of the list, or of a mail or its layout; each carries the token that opens the mailbox. */
export const mailboxAddress = (token: string, ...path: readonly string[]): string =>
  `${[MAILBOX_PATH, ...path].join("/")}?token=${token}`;

export interface MailboxList {
  readonly mails: readonly MailboxMail[];
  readonly dir: string;
  /** Mails that wait for a person; who tries a form with odd words looks for them here. */
  readonly held: number;
  readonly token: string;
}

export const renderList = ({ mails, dir, held, token }: MailboxList): string =>
  page(
    "Mailbox",
    <>
      <p class="lead">
        Mails of this relay are not sent anywhere: they lie in <code>{dir}</code>, which any mail program can open. Set
        RELAY_MAIL_URL to have them sent.
      </p>
      {held > 0 && (
        <p class="empty">
          Held back as suspicious: {held}. <code>npx eventsite-relay list --state held</code> shows why, and{" "}
          <code>npx eventsite-relay release</code> sends them on.
        </p>
      )}
      {mails.length > 0 ? (
        <ol class="rows">
          {mails.map((mail) => (
            <li key={mail.id}>
              <a class="whole" href={mailboxAddress(token, mail.id)}>
                {mail.subject || "(no subject)"}
              </a>
              <span class="aside">to {mail.to}</span>
              <time dateTime={new Date(mail.date).toISOString()}>{timeOf(mail.date)}</time>
            </li>
          ))}
        </ol>
      ) : (
        held === 0 && (
          <p class="empty">No mail yet. Send a form of the site, and it appears here within a few seconds.</p>
        )
      )}
    </>,
    REFRESH_SECONDS,
  );

export const renderOpened = (mail: OpenedMail, token: string): string =>
  page(
    mail.subject || "(no subject)",
    <>
      <p>
        <a href={mailboxAddress(token)}>All mails</a>
      </p>
      <dl class="mail">
        <dt>From</dt>
        <dd>{mail.from}</dd>
        <dt>To</dt>
        <dd>{mail.to}</dd>
        {mail.replyTo !== null && <dt>Replies to</dt>}
        {mail.replyTo !== null && <dd>{mail.replyTo}</dd>}
        <dt>Date</dt>
        <dd>{timeOf(mail.date)}</dd>
      </dl>
      <h2>As most mail programs show it</h2>
      <iframe title="The mail with its layout" sandbox="" src={mailboxAddress(token, mail.id, "html")} />
      <h2>As plain text</h2>
      <pre>{mail.text}</pre>
    </>,
  );

/** For callers without the token. */
export const renderClosed = (): string =>
  page(
    "Mailbox",
    <p class="empty">
      The mailbox opens by its link, which the relay prints when it starts. After a restart the link is another one.
    </p>,
  );

const timeOf = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

const page = (title: string, children: ComponentChildren, refreshSeconds?: number): string =>
  renderPage(
    { title, locale: "en", stylePath: `${MAILBOX_PATH}/style.css`, refreshSeconds },
    <>
      <h1>{title}</h1>
      {children}
    </>,
  );
