// Everything for operators, as one app: health, metrics, commands, bounces and the desk. It is on the local socket, which its owner alone
// may open, and on the control port, where commands and bounces need the control token.

import type { RequestListener } from "node:http";
import { isAskedInside } from "../../client-address.ts";
import { COMMANDS_PATH } from "../../service/protocol.ts";
import { DESK_PATH } from "../desk/desk-frame.ts";
import { addDeskRoutes } from "../desk/desk-routes.ts";
import { sendText } from "../server/answer.ts";
import { createApp } from "../server/create-app.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { createTokenCheck } from "../server/token-check.ts";
import { answerBounce } from "./bounce-route.ts";
import { actorOf, runCommand, untilAnswered } from "./command-route.ts";
import { addHealthRoutes } from "./health-routes.ts";

/** `isLocal`: for the local socket. */
export function createOperatorApp(
  parts: HttpParts,
  renderMetrics: () => Promise<string>,
  isLocal: boolean,
): RequestListener {
  const { health, metrics } = parts;
  const { desk } = parts.config;
  return createApp(parts, {
    addRoutes(app, createRouter) {
      addHealthRoutes(app, health);
      // Nothing in them names a visitor. A page of another site could have its name lead here: it gets none.
      app.get("/metrics", async (request, response, next) => {
        if (!isAskedInside(request)) return next();
        response.locals.route = "operations";
        sendText(response, 200, metrics.contentType, await renderMetrics());
      });
      const token = desk?.token ?? null;
      if (isLocal || token !== null) {
        const checkCaller = isLocal || token === null ? async () => {} : createTokenCheck(token, parts);
        app.post(`${COMMANDS_PATH}{:name}`, async (request, response) => {
          response.locals.route = "commands";
          await checkCaller(request);
          await untilAnswered(request.socket, response);
          await runCommand(parts, isLocal ? actorOf(request) : "command", request, response);
        });
        app.post("/bounces", async (request, response) => {
          response.locals.route = "bounces";
          await checkCaller(request);
          await answerBounce(parts, request, response);
        });
      }
      if (desk === null) return;
      const router = createRouter();
      addDeskRoutes(router, parts, desk);
      app.use(DESK_PATH, router);
    },
    refusedPage: null,
    hint: "Here are /metrics, /healthz and /readyz.",
  });
}
