// The mailbox, for this machine only: a relay that keeps its mails in a Maildir shows them to its own user. A token, which is part
// of the link that is printed at the start and of every link inside, keeps out pages, users and proxies that are on this machine too.
import type { Request, RequestHandler, Response } from "express";
import { isLoopback } from "../client-address.ts";
import type { RelayConfig } from "../config/config.ts";
import { MAILBOX_PATH, renderClosed, renderMail, renderMailbox } from "../operators/mailbox.tsx";
import { PAGE_STYLE } from "../operators/style.ts";
import type { Outbox } from "../store/outbox.ts";
import type { OutboxStats } from "../store/outbox-stats.ts";
import { isSame } from "./caller.ts";
import { hostNameOf, isForwarded } from "./inside.ts";

/** Our own style sheet, and the frame with the mail; nothing else runs or loads. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail's own styles are inline. Everything else is shut off, even where the frame is opened by itself. */
const MAIL_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

interface MailboxParts {
  readonly dir: string;
  readonly token: string;
  readonly outbox: Pick<Outbox, "stats">;
  readonly now: () => number;
}

/** Where the mails lie that may be looked at; null where they go to a server, or other machines can reach the relay. */
export const mailboxDirOf = ({ host, mail: { target } }: Pick<RelayConfig, "host" | "mail">): string | null =>
  target.type === "maildir" && isLoopback(host) ? target.dir : null;

export function createMailboxRoutes(parts: MailboxParts): RequestHandler {
  return (request, response, next) => {
    const { path, method } = request;
    if (path !== MAILBOX_PATH && !path.startsWith(`${MAILBOX_PATH}/`)) return next();
    if ((method !== "GET" && method !== "HEAD") || !isFromHere(request)) return next();
    response.locals.route = "mailbox";
    answer(parts, request, response).then((isAnswered) => (isAnswered ? undefined : next()), next);
  };
}

/** From this machine, by a name of this machine: a site in a browser could have its own name lead here. */
function isFromHere(request: Request): boolean {
  const peer = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  return isLoopback(peer) && isLoopback(hostNameOf(request)) && !isForwarded(request);
}

async function answer(
  { dir, token, outbox, now }: MailboxParts,
  request: Request,
  response: Response,
): Promise<boolean> {
  const { path, query } = request;
  const [id = "", part, ...rest] = path.slice(MAILBOX_PATH.length + 1).split("/");
  if (rest.length > 0 || (part !== undefined && part !== "html")) return false;
  if (id === "style.css") return send(response, "text/css", PAGE_POLICY, PAGE_STYLE);
  if (typeof query.token !== "string" || !isSame(query.token, token)) {
    response.statusCode = 403;
    return send(response, "text/html", PAGE_POLICY, renderClosed());
  }
  if (id === "") {
    const held = heldMails(await outbox.stats(now()));
    return send(response, "text/html", PAGE_POLICY, await renderMailbox(dir, held, token));
  }
  const mail = await renderMail(dir, id, token);
  if (mail === null) return false;
  if (part === "html") return send(response, "text/html", MAIL_POLICY, mail.layout);
  return send(response, "text/html", PAGE_POLICY, mail.page);
}

function send(response: Response, type: string, policy: string, text: string): true {
  response.setHeader("content-type", `${type}; charset=utf-8`);
  response.setHeader("content-security-policy", policy);
  response.end(text);
  return true;
}

const heldMails = ({ entries }: OutboxStats): number =>
  entries.reduce((sum, { state, count }) => sum + (state === "held" ? count : 0), 0);
