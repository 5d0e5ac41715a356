// The mailbox, for developers: a relay that keeps its mails in a Maildir shows them, on its own machine alone, to anyone with the link that is
// printed at its start. The token in it keeps out pages, users and proxies of this machine.
import type { IncomingMessage } from "node:http";
import type { Express } from "express";
import { isThisMachine } from "../../loopback.ts";
import type { OutboxStats } from "../../store/operations/figures.ts";
import { PAGE_STYLE } from "../pages/style.ts";
import { sendHtml, sendText } from "../server/answer.ts";
import { isSame } from "../server/token-check.ts";
import { CLOSED, listFiles, listPage, MAILBOX_PATH, mailPage, readMail, STYLE_PATH } from "./mailbox-pages.ts";

/** Our own style sheet, and the styles of a mail in its frame; nothing else runs or loads. */
const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Refused where a proxy passes on requests of others. */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): boolean {
  const { remoteAddress, localAddress } = socket;
  const isPassedOn = ["forwarded", "via", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined);
  return !isPassedOn && remoteAddress !== undefined && (remoteAddress === localAddress || isThisMachine(remoteAddress));
}

export function addMailboxRoutes(app: Express, dir: string, token: string, stats: () => Promise<OutboxStats>): void {
  app.get(`${MAILBOX_PATH}{/*path}`, (request, response, next) => {
    const { path, query } = request;
    response.locals.route = "mailbox";
    response.set("content-security-policy", POLICY);
    const hasToken = typeof query.token === "string" && isSame(query.token, token);
    const isOpen = path === STYLE_PATH || (hasToken && isFromThisMachine(request));
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
