/** @jsxImportSource preact */
// The mails of a Maildir as pages, for developers who try the relay on their machine and want to see what would have been sent.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ComponentChildren } from "preact";
import { renderPage } from "./frame.tsx";

export const MAILBOX_PATH = "/mailbox";
const REFRESH_SECONDS = 3;
const MOST_LISTED = 50;
/** As Maildir transports name files; nothing that could lead out of the folder. */
const ID = /^[\w.=-]{1,200}$/;

/** The address of the list, or of a mail or its layout; each carries the token that opens the mailbox. */
export const mailboxAddress = (token: string, ...path: readonly string[]): string =>
  `${[MAILBOX_PATH, ...path].join("/")}?token=${token}`;

/** By names without flags, newest first. A mail program may move a file away meanwhile. */
async function listFiles(dir: string): Promise<{ readonly id: string; readonly path: string }[]> {
  const folders = ["new", "cur"].map(async (folder) => {
    const names = await readdir(join(dir, folder)).catch(() => []);
    return names.map(async (name) => {
      const path = join(dir, folder, name);
      return { id: name.replace(/:.*$/s, ""), path, at: (await stat(path).catch(() => null))?.mtimeMs ?? 0 };
    });
  });
  const files = await Promise.all((await Promise.all(folders)).flat());
  return files.sort((a, b) => b.at - a.at);
}

/** The parser is loaded by the first look; a mail program may move a file away meanwhile. */
async function readMail({ id, path }: { readonly id: string; readonly path: string }) {
  const [{ default: PostalMime }, bytes] = await Promise.all([import("postal-mime"), readFile(path).catch(() => null)]);
  return bytes === null ? null : { id, ...(await PostalMime.parse(bytes)) };
}

type Address = { readonly name?: string; readonly address?: string };
const nameOf = ({ name, address }: Address) => (name ? `${name} <${address}>` : address);
const namesOf = (addresses: readonly Address[] = []) => addresses.map(nameOf).join(", ");
const timeOf = (date = "") => new Date(date).toISOString().slice(0, 19).replace("T", " ");

const page = (title: string, children: ComponentChildren, refreshSeconds?: number): string =>
  renderPage(
    { title, locale: "en", stylePath: `${MAILBOX_PATH}/style.css`, refreshSeconds },
    <>
      <h1>{title}</h1>
      {children}
    </>,
  );

/** `held`: mails that wait for a person; callers that try a form with odd words look for them here. */
export async function renderMailbox(dir: string, held: number, token: string): Promise<string> {
  const mails = await Promise.all((await listFiles(dir)).slice(0, MOST_LISTED).map(readMail));
  return page(
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
      {mails.length + held === 0 && (
        <p class="empty">No mail yet. Send a form of the site, and it appears here within a few seconds.</p>
      )}
      <ol class="rows">
        {mails.map(
          (mail) =>
            mail && (
              <li key={mail.id}>
                <a class="whole" href={mailboxAddress(token, mail.id)}>
                  {mail.subject || "(no subject)"}
                </a>
                <span class="aside">to {namesOf(mail.to)}</span>
                <time>{timeOf(mail.date)} UTC</time>
              </li>
            ),
        )}
      </ol>
    </>,
    REFRESH_SECONDS,
  );
}

/** The page of a mail, and its layout alone; null where there is no such mail. */
export async function renderMail(dir: string, id: string, token: string) {
  const file = ID.test(id) ? (await listFiles(dir)).find((each) => each.id === id) : undefined;
  const mail = file === undefined ? null : await readMail(file);
  if (mail === null) return null;
  const rows = { From: namesOf(mail.from && [mail.from]), To: namesOf(mail.to), "Replies to": namesOf(mail.replyTo) };
  const html = page(
    mail.subject || "(no subject)",
    <>
      <p>
        <a href={mailboxAddress(token)}>All mails</a>
      </p>
      <dl class="mail">
        {Object.entries(rows).flatMap(([name, value]) => (value ? [<dt key={name}>{name}</dt>, <dd>{value}</dd>] : []))}
      </dl>
      <h2>As most mail programs show it</h2>
      <iframe title="The mail with its layout" sandbox="" src={mailboxAddress(token, mail.id, "html")} />
      <h2>As plain text</h2>
      <pre>{mail.text}</pre>
    </>,
  );
  return { page: html, layout: mail.html ?? "" };
}

/** For callers without the token. */
export const renderClosed = (): string =>
  page(
    "Mailbox",
    <p class="empty">
      The mailbox opens by its link, which the relay prints when it starts. After a restart the link is another one.
    </p>,
  );
