import type { Express } from "express";
import type { Health } from "../../upkeep/health.ts";
import { sendText } from "../server/answer.ts";

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
