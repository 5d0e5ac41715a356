// The mailbox, for this machine only: a relay that keeps its mails in a Maildir shows them to whoever sits in front of it.
import type { Request, RequestHandler, Response } from "express";
import { isLoopback } from "../client-address.ts";
import type { RelayConfig } from "../config.ts";
import { MAILBOX_PATH, MAILBOX_STYLE, renderList, renderOpened } from "../mailbox/mailbox-page.tsx";
import { listMails, openMail } from "../mailbox/read-mailbox.ts";

/** Our own style sheet, and the frame with the mail; nothing else runs or loads. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail's own styles stand beside its elements. Everything else is shut off, even where the frame is opened by itself. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Null where there is no mailbox: mails go to a server, or other machines can reach the relay. */
export function createMailboxRoutes(
  { host, mail }: Pick<RelayConfig, "host" | "mail">,
  heldMails: () => Promise<number>,
): RequestHandler | null {
  const { target } = mail;
  if (target.type !== "maildir" || !isLoopback(host)) return null;
  return (request, response, next) => {
    const { path, method } = request;
    if (path !== MAILBOX_PATH && !path.startsWith(`${MAILBOX_PATH}/`)) return next();
    if ((method !== "GET" && method !== "HEAD") || !isFromHere(request)) return next();
    response.locals.route = "mailbox";
    answer(target.dir, heldMails, path, response).then((isAnswered) => (isAnswered ? undefined : next()), next);
  };
}

/** From this machine, by a name of this machine: a site in a browser could have its own name lead here. */
function isFromHere({ socket, headers }: Request): boolean {
  const peer = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const name = (headers.host ?? "").replace(/:\d+$/, "");
  const isHandedOn = ["x-forwarded-for", "forwarded", "via", "x-real-ip"].some((each) => headers[each] !== undefined);
  return isLoopback(peer) && isLoopback(name) && !isHandedOn;
}

async function answer(
  dir: string,
  heldMails: () => Promise<number>,
  path: string,
  response: Response,
): Promise<boolean> {
  const [id = "", part, ...rest] = path.slice(MAILBOX_PATH.length + 1).split("/");
  if (rest.length > 0 || (part !== undefined && part !== "html")) return false;
  if (id === "style.css") return send(response, "text/css", PAGE_POLICY, MAILBOX_STYLE);
  if (id === "")
    return send(response, "text/html", PAGE_POLICY, renderList(await listMails(dir), dir, await heldMails()));
  const mail = await openMail(dir, id);
  if (mail === null) return false;
  if (part === "html") return send(response, "text/html", MAIL_POLICY, mail.html);
  return send(response, "text/html", PAGE_POLICY, renderOpened(mail));
}

function send(response: Response, type: string, policy: string, text: string): true {
  response.setHeader("content-type", `${type}; charset=utf-8`);
  response.setHeader("content-security-policy", policy);
  response.setHeader("cross-origin-resource-policy", "same-origin");
  response.end(text);
  return true;
}
