// The Express applications: what every answer carries comes first, then the call or what operators look at, and an end for the rest.
import { randomUUID } from "node:crypto";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Clock } from "../clock.ts";
import type { RelayConfig } from "../config.ts";
import { CALL_PATH } from "../contract.ts";
import { RefusedError } from "../errors.ts";
import type { Observe } from "../observe/relay-event.ts";
import { asRefused, cutOff, replyPagesOf, sendRefusal, sendTo } from "./answer.ts";
import { type CallParts, createCallHandler } from "./call-handler.ts";
import { isPlainForm } from "./caller.ts";
import { setCorsHeaders, setPreflightHeaders } from "./cors.ts";

export interface AppParts extends CallParts, BareParts {
  readonly config: RelayConfig;
  /** Health, metrics, the mailbox: handlers of their own paths, which set `response.locals.route`. */
  readonly routes?: readonly RequestHandler[];
  /** Whether the relay is on its way down: what comes now must go elsewhere. */
  readonly isDraining: () => boolean;
}

/** The short address is there for callers whose functions live at the root. */
const CALL_PATHS = [CALL_PATH, "/send-contact-email"];

type Route = "call" | "form" | "preflight" | "operations" | "mailbox" | "unknown";

export function createApp(parts: AppParts): Express {
  const app = createBareApp(parts);
  app.all(
    CALL_PATHS,
    letSitesCall(parts),
    answerPreflight,
    refuseOtherMethods,
    refuseWhileDraining(parts),
    createCallHandler(parts),
  );
  return endApp(app, parts, parts.routes ?? [], `Forms are posted to ${CALL_PATH}.`);
}

/** What operators look at, on a port of its own. */
export const createControlApp = (parts: BareParts, routes: readonly RequestHandler[]): Express =>
  endApp(createBareApp(parts), parts, routes, "Here are /metrics, /healthz and /readyz.");

interface BareParts {
  readonly config: Pick<RelayConfig, "siteUrl">;
  readonly clock: Clock;
  readonly observe: Observe;
}

function createBareApp(parts: BareParts): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.use(beginAnswer(parts));
  return app;
}

function endApp(app: Express, parts: BareParts, routes: readonly RequestHandler[], hint: string): Express {
  for (const route of routes) app.use(route);
  app.use(() => {
    throw new RefusedError("not_found", "There is nothing at this address.", { hint });
  });
  app.use(answerError(parts));
  return app;
}

/** What every answer carries, whatever becomes of the request; and the one line that is told of it afterwards. */
function beginAnswer({ clock, observe }: BareParts): RequestHandler {
  return (request, response, next) => {
    const requestId = randomUUID();
    const startedAt = clock.now();
    response.locals.requestId = requestId;
    response.setHeader("x-request-id", requestId);
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("cache-control", "no-store");
    response.setHeader("referrer-policy", "no-referrer");
    response.setHeader("cross-origin-resource-policy", "same-origin");
    response.setHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    response.once("close", () => {
      const { method } = request;
      const code = response.locals.code ?? null;
      const ms = clock.now() - startedAt;
      observe({
        type: "answered",
        requestId,
        method,
        route: routeOf(response.locals.route),
        status: response.statusCode,
        code,
        ms,
      });
    });
    next();
  };
}

/** The call alone is open to pages of other origins; nothing else that the relay answers is theirs to read. */
const letSitesCall =
  ({ config }: AppParts): RequestHandler =>
  (request, response, next) => {
    response.setHeader("cross-origin-resource-policy", "cross-origin");
    if (setCorsHeaders(request, response, config)) return next();
    throw new RefusedError("origin_not_allowed", "This site may not call the relay.", {
      hint: "The relay's operator adds the site's exact origin to RELAY_ALLOWED_ORIGINS.",
    });
  };

const routeOf = (route: unknown): Route => (route as Route | undefined) ?? "unknown";

const answerPreflight: RequestHandler = (request, response, next) => {
  if (request.method !== "OPTIONS") return next();
  response.locals.route = "preflight";
  setPreflightHeaders(request, response);
  response.statusCode = 204;
  response.end();
};

const refuseOtherMethods: RequestHandler = (request, response, next) => {
  response.locals.route = isPlainForm(request) ? "form" : "call";
  if (request.method === "POST") return next();
  throw new RefusedError("method_not_allowed", "Forms are posted.", {
    hint: "Use POST.",
    headers: { allow: "POST, OPTIONS" },
  });
};

const refuseWhileDraining =
  ({ isDraining }: AppParts): RequestHandler =>
  (_request, response, next) => {
    if (!isDraining()) return next();
    response.setHeader("connection", "close");
    throw new RefusedError("not_durable", "The relay is restarting; nothing was accepted.", {
      hint: "Send it again in a few seconds.",
      headers: { "retry-after": "5" },
    });
  };

function answerError({ config, observe }: BareParts): ErrorRequestHandler {
  const pages = replyPagesOf(config.siteUrl);
  return (error, request, response, _next) => {
    const refusal = asRefused(error);
    const requestId = String(response.locals.requestId ?? "");
    response.locals.code = refusal.code;
    if (refusal.code === "internal_error") observe({ type: "fault", where: "http", requestId, error });
    if (response.headersSent) return void request.socket.destroy();
    cutOff(request, response);
    const isPerson = pages !== null && request.method === "POST" && isPlainForm(request);
    if (!isPerson) return sendRefusal(response, refusal, requestId);
    for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
    sendTo(response, pages.refused);
  };
}
