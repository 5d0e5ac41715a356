// The mailbox, for developers: a relay that keeps its mails in a Maildir and that no other machine reaches shows them to anyone with the
// link that is printed at its start. The token in it keeps out pages, users and proxies of this machine.
import type { Express } from "express";
import type { OutboxStats } from "../../store/operations/figures.ts";
import { PAGE_STYLE } from "../pages/style.ts";
import { sendHtml, sendText } from "../server/answer.ts";
import { isSame } from "../server/token-check.ts";
import { CLOSED, listFiles, listPage, MAILBOX_PATH, mailPage, readMail, STYLE_PATH } from "./mailbox-pages.ts";

/** Our own style sheet, and the styles of a mail in its frame; nothing else runs or loads. */
const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function addMailboxRoutes(app: Express, dir: string, token: string, stats: () => Promise<OutboxStats>): void {
  app.get(`${MAILBOX_PATH}{/*path}`, ({ path, query }, response, next) => {
    response.locals.route = "mailbox";
    response.set("content-security-policy", POLICY);
    const isOpen = path === STYLE_PATH || (typeof query.token === "string" && isSame(query.token, token));
    if (isOpen) next();
    else sendHtml(response, 403, CLOSED);
  });
  app.get(STYLE_PATH, (_request, response) => sendText(response, 200, "text/css; charset=utf-8", PAGE_STYLE));
  app.get(MAILBOX_PATH, async (_request, response) => {
    const mails = await Promise.all((await listFiles(dir)).slice(0, 50).map(readMail));
    sendHtml(response, 200, listPage(dir, mails, (await stats()).heldRequests, token));
  });
  app.get(`${MAILBOX_PATH}/:id`, async ({ params: { id } }, response, next) => {
    const file = (await listFiles(dir)).find((each) => each.id === id);
    const mail = file === undefined ? null : await readMail(file);
    if (mail === null) next();
    else sendHtml(response, 200, mailPage(mail, token));
  });
}
