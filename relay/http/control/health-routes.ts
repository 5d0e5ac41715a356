import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
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

// What the command line calls: `POST /commands/NAME` with JSON. A caller on the local socket says who runs the command.

/** By connection: when the last command that it has sent is answered. */
const answered = new WeakMap<Socket, Promise<void>>();

/** One command of a connection at a time: a caller that sends ahead and does not read would fill the memory with answers. */
export async function untilAnswered(socket: Socket, response: ServerResponse): Promise<void> {
  const before = answered.get(socket);
  answered.set(socket, new Promise((resolve) => response.once("close", resolve)));
  await before;
}
