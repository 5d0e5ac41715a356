// The way of a request: every answer begins the same, Express routes it by its address, and whatever throws on the way is
// answered in one place.

import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { ErrorRequestHandler, Express, Router } from "express";
import express from "express";
import { RefusedError } from "../../errors.ts";
import { asRefused, cutOff, type HttpAnswer, sendRefusal, sendTo } from "./answer.ts";
import type { HttpParts } from "./http-parts.ts";
import { isPlainForm } from "./request-headers.ts";

interface AppRoutes {
  /** Adds what there is; each answer sets `response.locals.route`. */
  readonly addRoutes: (app: Express, createRouter: () => Router) => void;
  /** Where a form that was posted without script leads when it is refused; null where programs alone call, or the site is not known. */
  readonly refusedPage: string | null;
  /** What there is, for requests of other addresses. */
  readonly hint: string;
}

export function createApp(parts: HttpParts, { addRoutes, refusedPage, hint }: AppRoutes): RequestListener {
  const app = express().disable("x-powered-by").disable("etag");
  addRoutes(app, express.Router);
  app.use(() => {
    throw new RefusedError("not_found", "There is nothing at this address.", { hint });
  });
  app.use(createErrorHandler(parts, refusedPage));
  return (request, response) => app(request, beginAnswer(parts, request, response));
}

/** What every answer carries, and the one event that reports it afterwards. */
function beginAnswer({ clock, observe }: HttpParts, request: IncomingMessage, plain: ServerResponse): HttpAnswer {
  const requestId = randomUUID();
  const startedAt = clock.now();
  const response: HttpAnswer = Object.assign(plain, { locals: { requestId, route: "unknown" as const, code: null } });
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

function createErrorHandler({ observe }: HttpParts, refusedPage: string | null): ErrorRequestHandler {
  // Express knows a handler of errors by its four parameters.
  return async (error, request, response, _next) => {
    // Only when Node has parsed all that came with the head is it known whether there is a body to cut off.
    await null;
    const refusal = asRefused(error);
    const { requestId } = response.locals;
    response.locals.code = refusal.code;
    if (refusal.code === "internal_error") observe({ type: "fault", where: "http", requestId, error });
    if (response.headersSent) return void request.socket.destroy();
    cutOff(request, response);
    const isForm = request.method === "POST" && isPlainForm(request);
    if (refusedPage === null || !isForm) return sendRefusal(response, refusal, requestId);
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
    sendTo(response, refusedPage);
  };
}
