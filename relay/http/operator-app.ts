// Everything for operators, as one app: health, metrics, commands, bounces and the desk. It is on the local socket, which its owner alone
// may open, and on the control port, where commands and bounces need the control token.
import type { IncomingMessage, RequestListener } from "node:http";
import type { RequestHandler } from "express";
import { type IsTrusted, isAskedInside } from "../client-address.ts";
import type { RelayConfig } from "../config/config.ts";
import { RefusedError } from "../errors.ts";
import { MAX_BOUNCE_BYTES, parseBounce } from "../mail/parse-bounce.ts";
import type { Health } from "../service/health.ts";
import type { Service } from "../service/service.ts";
import { sendText } from "./answer.ts";
import { type CheckCaller, createTokenCheck } from "./caller.ts";
import { createCommandRoute } from "./command-route.ts";
import { type AppParts, createApp } from "./create-app.ts";
import type { DeskParts } from "./desk-auth.ts";
import { createDeskRoutes } from "./desk-routes.ts";
import { readBytes } from "./read-body.ts";

export interface OperatorParts extends AppParts, Omit<DeskParts, "desk"> {
  readonly config: AppParts["config"] & { readonly desk: RelayConfig["desk"] };
  readonly service: Service;
  readonly isTrusted: IsTrusted;
  readonly metrics: { readonly contentType: string; render(): Promise<string> };
  readonly notReady: Health["notReady"];
}

/** `isLocal`: for the local socket. */
export function createOperatorApp(parts: OperatorParts, isLocal: boolean): RequestListener {
  const { desk } = parts.config;
  const token = desk?.token ?? null;
  const checkCaller: CheckCaller | null = isLocal
    ? async () => {}
    : token === null
      ? null
      : createTokenCheck({ ...parts, token });
  return createApp(parts, {
    routes: [
      createHealthRoute(parts.notReady),
      createMetricsRoute(parts.metrics),
      ...(checkCaller === null
        ? []
        : [createCommandRoute(parts, checkCaller, isLocal), createBounceRoute(parts, checkCaller)]),
      ...(desk === null ? [] : [createDeskRoutes({ ...parts, desk })]),
    ],
    hint: "Here are /metrics, /healthz and /readyz.",
  });
}

const isLooking = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";
const PLAIN = "text/plain; charset=utf-8";

/** For supervisors and balancers: is it alive, is it ready. On the port of the call too. */
export const createHealthRoute =
  (notReady: Health["notReady"]): RequestHandler =>
  async (request, response, next) => {
    if (!isLooking(request) || !["/healthz", "/readyz"].includes(request.path)) return next();
    response.locals.route = "operations";
    if (request.path === "/healthz") return sendText(response, 200, PLAIN, "alive\n");
    const reason = await notReady();
    if (reason === null) return sendText(response, 200, PLAIN, "ready\n");
    response.setHeader("retry-after", "5");
    sendText(response, 503, PLAIN, `not ready: ${reason}\n`);
  };

/** Nothing in them names a visitor. A page of another site could have its name lead here: it gets none. */
const createMetricsRoute =
  (metrics: OperatorParts["metrics"]): RequestHandler =>
  async (request, response, next) => {
    if (!isLooking(request) || request.path !== "/metrics" || !isAskedInside(request)) return next();
    response.locals.route = "operations";
    sendText(response, 200, metrics.contentType, await metrics.render());
  };

function createBounceRoute({ service, bodyMs }: OperatorParts, checkCaller: CheckCaller): RequestHandler {
  return async (request, response, next) => {
    if (request.path !== "/bounces" || request.method !== "POST") return next();
    response.locals.route = "bounces";
    await checkCaller(request);
    const bytes = await readBytes(request, bodyMs, MAX_BOUNCE_BYTES);
    const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    if (type !== "message/rfc822")
      throw new RefusedError("unsupported_type", "The body's type is not taken.", {
        hint: "Send the raw mail as message/rfc822.",
      });
    const recipient = request.headers["x-recipient"];
    const report = await parseBounce(bytes, typeof recipient === "string" ? recipient : null);
    const { outcome } = await service.bounce({ report }, "bounces");
    sendText(response, 200, "application/json; charset=utf-8", JSON.stringify({ data: { outcome }, error: null }));
  };
}
