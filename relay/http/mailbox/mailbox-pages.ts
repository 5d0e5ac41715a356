import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { timeOf } from "../../clock.ts";
import type { RelayConfig } from "../../config/config.ts";
import { type Html, html } from "../pages/html.ts";
import { renderPage } from "../pages/page-frame.ts";

export const MAILBOX_PATH = "/mailbox";
export const STYLE_PATH = `${MAILBOX_PATH}/style.css`;

/** Where the mails lie that may be looked at; null where they go to a server. */
export const mailboxDirOf = ({ mail: { target } }: Pick<RelayConfig, "mail">): string | null =>
  target.type === "maildir" ? target.dir : null;

/** The address of the list, or of a mail. */
export const mailboxAddress = (token: string, ...id: readonly string[]): string =>
  `${[MAILBOX_PATH, ...id].join("/")}?token=${token}`;

/** By names without flags, newest first: names begin with the time. */
export async function listFiles(dir: string) {
  const paths = await readdir(dir, { recursive: true }).catch(() => []);
  const mails = paths.filter((path) => /^(?:new|cur)\//.test(path));
  const files = mails.map((path) => ({ id: basename(path).replace(/:.*$/s, ""), path: join(dir, path) }));
  return files.sort((one, other) => (one.id < other.id ? 1 : -1));
}

/** The parser is loaded with the first mail. Null where a mail program has moved the file away meanwhile. */
export async function readMail({ id, path }: { readonly id: string; readonly path: string }) {
  const bytes = await readFile(path).catch(() => null);
  return bytes && { id, ...(await (await import("postal-mime")).default.parse(bytes)) };
}
type Mail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

const namesOf = (addresses: Mail["to"] = []) =>
  addresses.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");

const pageOf = (title: string, content: Html, refreshSeconds?: number): string =>
  renderPage({ title, locale: "en", stylePath: STYLE_PATH, refreshSeconds }, html`<h1>${title}</h1>${content}`);
export const CLOSED = pageOf(
  "Mailbox",
  html`<p class="empty">The mailbox opens by its link, which the relay prints at each start, on the relay's own machine.</p>`,
);

export function listPage(dir: string, mails: readonly (Mail | null)[], held: number, token: string): string {
  const row = ({ id, subject = "(no subject)", to, date = "" }: Mail) => html`<li>
  <a class="whole" href="${mailboxAddress(token, id)}">${subject}</a>
  <span class="aside">to ${namesOf(to)}</span><time>${timeOf(Date.parse(date))}</time>
</li>`;
  const heldBack = html`<p class="empty">Held back as suspicious: ${held}. <code>npx eventsite-relay list --state held</code></p>`;
  const none = html`<p class="empty">No mail yet. Send a form of the site, and it appears here in a few seconds.</p>`;
  const content = html`<p class="lead">Mails are not sent anywhere, unless RELAY_MAIL_URL is set: they lie in ${dir}</p>
${held > 0 && heldBack}
${mails.length + held === 0 && none}
<ol class="rows">${mails.map((mail) => mail && row(mail))}</ol>`;
  return pageOf("Mailbox", content, 3);
}

export function mailPage(
  { subject = "(no subject)", from, to, replyTo, text, html: layout }: Mail,
  token: string,
): string {
  const rows = { From: namesOf(from && [from]), To: namesOf(to), "Replies to": namesOf(replyTo) };
  const facts = Object.entries(rows).map(([name, who]) => who !== "" && html`<dt>${name}</dt><dd>${who}</dd>`);
  return pageOf(
    subject,
    html`<a href="${mailboxAddress(token)}">All mails</a>
<dl class="facts">${facts}</dl>
<iframe title="The mail with its layout" sandbox="" srcdoc="${layout}"></iframe>
<pre>${text}</pre>`,
  );
}
