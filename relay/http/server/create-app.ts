// What becomes of a request. Every answer begins the same; the call is answered at once, and Express leads the rest to the pages of its
// port, or to the end for unknown addresses.

import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ErrorRequestHandler, Express, Router } from "express";
import { CALL_PATH } from "../../contract.ts";
import { RefusedError } from "../../errors.ts";
import { type Answer, asRefused, cutOff, replyPageOf, sendRefusal, sendTo } from "./answer.ts";
import type { HttpParts } from "./http-parts.ts";
import { isPlainForm } from "./request-headers.ts";

interface AppRoutes {
  /** Adds what there is besides the call; each answer sets `response.locals.route`. */
  readonly addRoutes: (app: Express, createRouter: () => Router) => void;
  readonly call?: Handle;
  /** What there is, for requests of other addresses. */
  readonly hint: string;
}

/** The call is answered at once: Express' router would take half as much of the processor again. What else comes loads it. */
export function createApp(parts: HttpParts, routes: AppRoutes): RequestListener {
  const answerError = createAnswerError(parts, routes.call !== undefined);
  let app: Promise<RequestListener> | null = null;
  const lead: Handle = async (request, response) => {
    app ??= createExpressApp(routes, answerError);
    (await app)(request, response);
  };
  return (request, plain) => {
    const response = beginAnswer(parts, request, plain);
    if (routes.call !== undefined) parts.proxyNotice.look(request);
    const [path = ""] = (request.url ?? "").split("?", 1);
    const answer = CALL_PATHS.includes(path) ? (routes.call ?? lead) : lead;
    answer(request, response).catch((error) => answerError(error, request, response));
  };
}

type Handle = (request: IncomingMessage, response: Answer) => Promise<void>;

async function createExpressApp(
  { addRoutes, call, hint }: AppRoutes,
  answerError: ReturnType<typeof createAnswerError>,
): Promise<RequestListener> {
  const { default: express } = await import("express");
  const app = express().disable("x-powered-by").disable("etag");
  // The same address written in another way: in capitals, with a slash at its end, with the host before it.
  if (call !== undefined)
    app.all(CALL_PATHS, (request, response) => call(request, response as ServerResponse as Answer));
  addRoutes(app, express.Router);
  app.use(() => {
    throw new RefusedError("not_found", "There is nothing at this address.", { hint });
  });
  const last: ErrorRequestHandler = (error, request, response, _next) =>
    answerError(error, request, response as ServerResponse as Answer);
  return app.use(last);
}

/** What every answer carries, whatever becomes of the request; and the one event that reports it afterwards. */
function beginAnswer({ clock, observe }: HttpParts, request: IncomingMessage, plain: ServerResponse): Answer {
  const requestId = randomUUID();
  const startedAt = clock.now();
  const response: Answer = Object.assign(plain, { locals: { requestId, route: "unknown" as const, code: null } });
  response.setHeader("x-request-id", requestId);
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("cache-control", "no-store");
  response.setHeader("referrer-policy", "no-referrer");
  response.setHeader("cross-origin-resource-policy", "same-origin");
  response.setHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  response.once("close", () => {
    const { route, code } = response.locals;
    const { statusCode: status } = response;
    const ms = clock.now() - startedAt;
    observe({ type: "answered", requestId, method: request.method ?? "", route, status, code, ms });
  });
  return response;
}

/** The short address is there for callers whose functions live at the root. */
const CALL_PATHS = [CALL_PATH, "/send-contact-email"];

/** `hasCall`: whether people's browsers post forms there; programs alone call what is for operators. */
function createAnswerError({ config, observe }: HttpParts, hasCall: boolean) {
  return (error: unknown, request: IncomingMessage, response: Answer) => {
    const refusal = asRefused(error);
    const { requestId } = response.locals;
    response.locals.code = refusal.code;
    if (refusal.code === "internal_error") observe({ type: "fault", where: "http", requestId, error });
    if (response.headersSent) return void request.socket.destroy();
    cutOff(request, response);
    const isForm = hasCall && request.method === "POST" && isPlainForm(request);
    const page = isForm ? replyPageOf(config.siteUrl, "refused") : null;
    if (page === null) return sendRefusal(response, refusal, requestId);
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
    sendTo(response, page);
  };
}
