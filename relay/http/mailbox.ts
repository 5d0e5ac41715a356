// The mailbox, for developers: a relay that keeps its mails in a Maildir and that no other machine reaches shows them to anyone with the
// link that is printed at its start. The token in it keeps out pages, users and proxies of this machine.
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Express, Request, Response } from "express";
import { isLoopback } from "../client-address.ts";
import { timeOf } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import { renderPage } from "../operators/desk-frame.ts";
import { type Html, html } from "../operators/html.ts";
import { PAGE_STYLE } from "../operators/style.ts";
import type { OutboxStats } from "../store/look-up.ts";
import { countIn } from "../store/records.ts";
import { sendHtml, sendText } from "./answer.ts";
import { isSame } from "./caller.ts";

const MAILBOX_PATH = "/mailbox";
const STYLE_PATH = `${MAILBOX_PATH}/style.css`;
/** Our own style sheet, and the frame with the mail; nothing else runs or loads. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail's own styles are inline. Everything else is shut off, even where the frame is opened by itself. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Where the mails lie that may be looked at; null where they go to a server, or other machines can reach the relay. */
export const mailboxDirOf = ({ host, mail: { target } }: Pick<RelayConfig, "host" | "mail">): string | null =>
  target.type === "maildir" && isLoopback(host) ? target.dir : null;

/** The address of the list, of a mail, or of its layout. */
export const mailboxAddress = (token: string, ...path: readonly string[]): string =>
  `${[MAILBOX_PATH, ...path].join("/")}?token=${token}`;

export function addMailboxRoutes(app: Express, dir: string, token: string, stats: () => Promise<OutboxStats>): void {
  const send = (response: Response, text: string, status = 200, policy = PAGE_POLICY) =>
    sendHtml(response.set("content-security-policy", policy), status, text);
  const mailOf = async ({ params: { id } }: Request<{ id: string }>) =>
    readMail((await listFiles(dir)).find((file) => file.id === id) ?? null);

  app.get(`${MAILBOX_PATH}{/*path}`, ({ path, query }, response, next) => {
    response.locals.route = "mailbox";
    const isOpen = path === STYLE_PATH || (typeof query.token === "string" && isSame(query.token, token));
    if (isOpen) next();
    else send(response, CLOSED, 403);
  });
  app.get(STYLE_PATH, (_request, response) => sendText(response, 200, "text/css; charset=utf-8", PAGE_STYLE));
  app.get(MAILBOX_PATH, async (_request, response) => {
    const mails = await Promise.all((await listFiles(dir)).slice(0, 50).map(readMail));
    send(response, listPage(dir, mails, countIn((await stats()).entries, "held"), token));
  });
  app.get(`${MAILBOX_PATH}/:id`, async (request, response, next) => {
    const mail = await mailOf(request);
    if (mail === null) next();
    else send(response, mailPage(mail, token));
  });
  app.get(`${MAILBOX_PATH}/:id/html`, async (request, response, next) => {
    const mail = await mailOf(request);
    if (mail === null) next();
    else send(response, mail.html ?? "", 200, MAIL_POLICY);
  });
}

/** By names without flags, newest first. */
async function listFiles(dir: string) {
  const folders = ["new", "cur"].map((folder) => join(dir, folder));
  const names = folders.map(async (folder) =>
    (await readdir(folder).catch(() => [])).map((name) => join(folder, name)),
  );
  const files = (await Promise.all(names)).flat().map(async (path) => {
    const at = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
    return { id: basename(path).replace(/:.*$/s, ""), path, at };
  });
  return (await Promise.all(files)).sort((one, other) => other.at - one.at);
}

/** The parser is loaded by the first look; a mail program may move a file away meanwhile. */
async function readMail(file: { readonly id: string; readonly path: string } | null) {
  const bytes = file === null ? null : await readFile(file.path).catch(() => null);
  return bytes && { id: file?.id ?? "", ...(await (await import("postal-mime")).default.parse(bytes)) };
}
type Mail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

const namesOf = (addresses: Mail["to"] = []) =>
  addresses.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ");

const pageOf = (title: string, content: Html, refreshSeconds?: number): string =>
  renderPage({ title, locale: "en", stylePath: STYLE_PATH, refreshSeconds }, html`<h1>${title}</h1>${content}`);
const CLOSED = pageOf(
  "Mailbox",
  html`<p class="empty">The mailbox opens by its link, which the relay prints at each start.</p>`,
);

function listPage(dir: string, mails: readonly (Mail | null)[], held: number, token: string): string {
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

function mailPage({ id, subject = "(no subject)", from, to, replyTo, text }: Mail, token: string): string {
  const rows = { From: namesOf(from && [from]), To: namesOf(to), "Replies to": namesOf(replyTo) };
  const facts = Object.entries(rows).map(([name, who]) => who !== "" && html`<dt>${name}</dt><dd>${who}</dd>`);
  return pageOf(
    subject,
    html`<a href="${mailboxAddress(token)}">All mails</a>
<dl class="mail">${facts}</dl>
<iframe title="The mail with its layout" sandbox="" src="${mailboxAddress(token, id, "html")}"></iframe>
<pre>${text}</pre>`,
  );
}
