// The desk over HTTP: access, pages and errors. Pages are links and forms; desk-pages.ts does what a form is sent for.
import type { Request, RequestHandler, Response } from "express";
import { RefusedError, StoreError } from "../errors.ts";
import { DESK_PATH, DESK_STYLE_PATH } from "../operators/desk-frame.tsx";
import { type Failure, renderFailurePage, renderLoginPage, renderNoLoginPage } from "../operators/login-pages.tsx";
import { PAGE_STYLE } from "../operators/style.ts";
import { CommandError } from "../service/protocol.ts";
import { sendText, sendTo } from "./answer.ts";
import { createDeskAuth, type DeskAuth, type DeskParts, type Visitor } from "./desk-auth.ts";
import { answerAction, renderDeskPage } from "./desk-pages.ts";
import { readBody } from "./read-body.ts";

/** Our own style sheet and our own forms; nothing runs, nothing else loads. */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function createDeskRoutes(parts: DeskParts): RequestHandler {
  const auth = createDeskAuth(parts);
  return async (request, response, next) => {
    const { path } = request;
    if (path !== DESK_PATH && !path.startsWith(`${DESK_PATH}/`)) return next();
    if (!auth.isOpenTo(request)) return next();
    response.locals.route = "desk";
    response.setHeader("content-security-policy", POLICY);
    response.setHeader("x-frame-options", "DENY");
    response.setHeader("x-robots-tag", "noindex, nofollow");
    // Forms say where they come from, and links to other places do not.
    response.setHeader("referrer-policy", "same-origin");
    const isAnswered = await answer(parts, auth, request, response).catch((error) =>
      fail(parts, request, response, error),
    );
    if (!isAnswered) next();
  };
}

async function answer(parts: DeskParts, auth: DeskAuth, request: Request, response: Response): Promise<boolean> {
  const { path, method } = request;
  const isLooking = method === "GET" || method === "HEAD";
  if (!isLooking && method !== "POST") return false;
  if (path === DESK_STYLE_PATH) return isLooking && send(response, 200, PAGE_STYLE, "text/css");
  const visitor = auth.visitorOf(request);
  if (path === `${DESK_PATH}/login`) return login(parts, auth, visitor, request, response);
  if (visitor === null || visitor === "ended") return askToSignIn(parts, visitor, request, response);
  if (isLooking) {
    const page = await renderDeskPage(parts, visitor, path, searchOf(request));
    return page !== null && send(response, 200, page);
  }
  const fields = await formOf(parts, request);
  if (!auth.isOwnForm(request, visitor, fields.csrf ?? ""))
    return sendFailure(parts, response, 403, {
      heading: "This form cannot be accepted",
      text: "Nothing was changed: the form was not sent from the desk, or it was opened before you signed in.",
      hint: "open the page again and repeat it there",
    });
  if (path === `${DESK_PATH}/logout`) {
    await parts.outbox.record({ type: "logged-out" }, parts.now(), visitor.actor);
    response.setHeader("set-cookie", auth.signedOut);
    return sendTo(response, `${DESK_PATH}/login`);
  }
  return answerAction(parts, visitor, { path, fields }, response);
}

const searchOf = ({ originalUrl }: Request): URLSearchParams => new URL(originalUrl, "http://desk").searchParams;

async function formOf({ bodyMs }: DeskParts, request: Request): Promise<Readonly<Record<string, string>>> {
  const { kind, value } = await readBody(request, bodyMs);
  if (kind !== "form") throw new RefusedError("unsupported_type", "The body is not that of a form.");
  // A field that comes again counts as it came last.
  const fields = Object.entries(value as Readonly<Record<string, string | string[]>>);
  return Object.fromEntries(fields.map(([name, text]) => [name, [text].flat().at(-1) ?? ""]));
}

async function login(
  parts: DeskParts,
  auth: DeskAuth,
  visitor: Visitor | "ended" | null,
  request: Request,
  response: Response,
): Promise<boolean> {
  const { desk, words, observe, outbox, now } = parts;
  if (visitor !== null && visitor !== "ended") return sendTo(response, DESK_PATH);
  if (desk.token === null) return send(response, 403, renderNoLoginPage(words));
  if (request.method !== "POST") {
    const search = searchOf(request);
    const problem = search.has("ended") ? "ended" : null;
    return send(response, 200, renderLoginPage(words, problem, ownPath(search.get("back"))));
  }
  const fields = await formOf(parts, request);
  const back = ownPath(fields.back ?? null);
  if (!auth.isFromOwnPage(request)) return send(response, 403, renderLoginPage(words, null, back));
  const result = await auth.signIn(request, fields.token ?? "");
  if (typeof result === "string") {
    observe({ type: "desk-login", outcome: result === "limited" ? "limited" : "refused" });
    return send(response, result === "limited" ? 429 : 403, renderLoginPage(words, result, back));
  }
  observe({ type: "desk-login", outcome: "accepted" });
  await outbox.record({ type: "logged-in" }, now(), "desk");
  response.setHeader("set-cookie", result.cookie);
  return sendTo(response, back);
}

function askToSignIn(
  { desk, words }: DeskParts,
  visitor: "ended" | null,
  request: Request,
  response: Response,
): boolean {
  if (desk.token === null) return send(response, 403, renderNoLoginPage(words));
  const back = request.method === "POST" ? DESK_PATH : ownPath(request.originalUrl);
  const query = new URLSearchParams({
    ...(back === DESK_PATH ? {} : { back }),
    ...(visitor === "ended" ? { ended: "1" } : {}),
  });
  return sendTo(response, `${DESK_PATH}/login${query.size === 0 ? "" : `?${query}`}`);
}

/** Of the desk itself, wherever an address says it leads. */
const ownPath = (address: string | null): string =>
  address !== null && /^\/desk(?:[/?][\w/.?=&%+-]*)?$/.test(address) && !address.includes("//") ? address : DESK_PATH;

function send(response: Response, status: number, text: string, type = "text/html"): true {
  sendText(response, status, `${type}; charset=utf-8`, text);
  return true;
}

const sendFailure = ({ words }: DeskParts, response: Response, status: number, failure: Failure): true =>
  send(response, status, renderFailurePage(words, failure));

/** An error as a page. */
function fail(parts: DeskParts, request: Request, response: Response, error: unknown): true {
  if (response.headersSent) {
    request.socket.destroy();
    return true;
  }
  const heading = "That did not work";
  if (error instanceof CommandError) {
    const { message: text, hint, code } = error.problem;
    const status = code === "SUBMISSION_UNKNOWN" || code === "BLOCK_UNKNOWN" ? 404 : 400;
    return sendFailure(parts, response, status, { heading, text, hint });
  }
  if (error instanceof RefusedError)
    return sendFailure(parts, response, error.status, { heading, text: error.message, hint: error.hint });
  const ours = { heading: "The desk cannot answer now" };
  if (error instanceof StoreError) {
    response.setHeader("retry-after", "10");
    const text = "The relay's store cannot be used at the moment. Nothing is lost, and nothing was changed.";
    return sendFailure(parts, response, 503, { ...ours, text, hint: "try again in a minute" });
  }
  parts.observe({ type: "fault", where: "desk", requestId: response.locals.requestId, error });
  const text = "The relay has an internal error, which its log describes.";
  return sendFailure(parts, response, 500, { ...ours, text, hint: null });
}
