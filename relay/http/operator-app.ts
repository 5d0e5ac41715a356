// Everything for operators, as one app: health, metrics, commands, bounces and the desk. It is on the local socket, which its owner alone
// may open, and on the control port, where commands and bounces need the control token.
import type { RequestListener } from "node:http";
import type { Express } from "express";
import { isAskedInside } from "../client-address.ts";
import { RefusedError } from "../errors.ts";
import { MAX_BOUNCE_BYTES, parseBounce } from "../mail/parse-bounce.ts";
import { DESK_PATH } from "../operators/desk-frame.ts";
import type { Health } from "../service/health.ts";
import { sendText } from "./answer.ts";
import { type CheckCaller, createTokenCheck } from "./caller.ts";
import { addCommandRoute } from "./command-route.ts";
import { createApp } from "./create-app.ts";
import { addDeskRoutes } from "./desk-routes.ts";
import type { HttpParts } from "./http-parts.ts";
import { readBytes } from "./read-body.ts";

/** `isLocal`: for the local socket. */
export function createOperatorApp(
  parts: HttpParts,
  renderMetrics: () => Promise<string>,
  isLocal: boolean,
): RequestListener {
  const { desk } = parts.config;
  const token = desk?.token ?? null;
  const checkToken = token === null ? null : createTokenCheck(token, parts);
  const checkCaller: CheckCaller | null = isLocal ? async () => {} : checkToken;
  return createApp(parts, {
    addRoutes(app, createRouter) {
      addHealthRoutes(app, parts.health);
      addMetricsRoute(app, parts.metrics.contentType, renderMetrics);
      if (checkCaller !== null) {
        addCommandRoute(app, parts, checkCaller, isLocal);
        addBounceRoute(app, parts, checkCaller);
      }
      if (desk === null) return;
      const router = createRouter();
      addDeskRoutes(router, parts, desk);
      app.use(DESK_PATH, router);
    },
    hint: "Here are /metrics, /healthz and /readyz.",
  });
}

const PLAIN = "text/plain; charset=utf-8";

/** For supervisors and balancers: is it alive, is it ready. On the port of the call too. */
export function addHealthRoutes(app: Express, { notReady }: Health): void {
  app.get("/healthz", (_request, response) => {
    response.locals.route = "operations";
    sendText(response, 200, PLAIN, "alive\n");
  });
  app.get("/readyz", async (_request, response) => {
    response.locals.route = "operations";
    const reason = await notReady();
    if (reason === null) return sendText(response, 200, PLAIN, "ready\n");
    response.set("retry-after", "5");
    sendText(response, 503, PLAIN, `not ready: ${reason}\n`);
  });
}

/** Nothing in them names a visitor. A page of another site could have its name lead here: it gets none. */
const addMetricsRoute = (app: Express, contentType: string, render: () => Promise<string>) =>
  app.get("/metrics", async (request, response, next) => {
    if (!isAskedInside(request)) return next();
    response.locals.route = "operations";
    sendText(response, 200, contentType, await render());
  });

const addBounceRoute = (app: Express, { service, bodyMs }: HttpParts, checkCaller: CheckCaller) =>
  app.post("/bounces", async (request, response) => {
    response.locals.route = "bounces";
    await checkCaller(request);
    const bytes = await readBytes(request, bodyMs, MAX_BOUNCE_BYTES);
    if (!request.is("message/rfc822"))
      throw new RefusedError("unsupported_type", "The body's type is not taken.", {
        hint: "Send the raw mail as message/rfc822.",
      });
    const report = await parseBounce(bytes, request.get("x-recipient") ?? null);
    const { outcome } = await service.bounce({ report }, "bounces");
    sendText(response, 200, "application/json; charset=utf-8", JSON.stringify({ data: { outcome }, error: null }));
  });
