/** @jsxImportSource preact */
// The pages of the mailbox: for developers who try the relay on their machine and want to see what would have been sent.
import type { ComponentChildren } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
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
      <meta http-equiv="refresh" content={String(REFRESH_SECONDS)} />
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
        <ol>
          {mails.map((mail) => (
            <li key={mail.id}>
              <a href={mailboxAddress(token, mail.id)}>{mail.subject || "(no subject)"}</a>
              <span>to {mail.to}</span>
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
  );

export const renderOpened = (mail: OpenedMail, token: string): string =>
  page(
    mail.subject || "(no subject)",
    <>
      <p>
        <a href={mailboxAddress(token)}>All mails</a>
      </p>
      <dl>
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

function page(title: string, children: ComponentChildren): string {
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="stylesheet" href={`${MAILBOX_PATH}/style.css`} />
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>,
  );
  return `<!DOCTYPE html>\n${html}`;
}

/** The colours are the site's (templates/layout/tokens.css). */
export const MAILBOX_STYLE = `
:root { color-scheme: light dark; --ground: #f4f6f6; --sheet: #fff; --ink: #121b29; --quiet: #536073; --edge: #dde2e8; --link: #17506e; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0b111b; --sheet: #121b29; --ink: #fff; --quiet: #c5cdd6; --edge: #1c2838; --link: #ffc978; }
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 "Helvetica Neue", Arial, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font: normal 2rem/1.2 Georgia, serif; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1rem; }
a { color: var(--link); }
.lead, span, time, dt { color: var(--quiet); }
ol { margin: 0; padding: 0; list-style: none; background: var(--sheet); border: 1px solid var(--edge); }
li { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: 0.75rem 1rem; border-top: 1px solid var(--edge); }
li:first-child { border-top: 0; }
li a { grid-column: 1 / -1; overflow-wrap: anywhere; }
span, time { font-size: 0.875rem; overflow-wrap: anywhere; }
.empty { padding: 2rem; background: var(--sheet); border: 1px solid var(--edge); }
dl { display: grid; grid-template-columns: 7rem 1fr; gap: 0.25rem 1rem; margin: 0; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 44rem; background: var(--sheet); border: 1px solid var(--edge); }
pre { margin: 0; padding: 1rem; background: var(--sheet); border: 1px solid var(--edge); white-space: pre-wrap; overflow-wrap: anywhere; }
`;
