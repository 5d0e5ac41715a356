// Everything for operators, as one app: health, metrics, commands, bounces and the desk. It is on the local socket, which its owner alone
// may open, and on the control port, where commands and bounces need the control token.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Express, Request, Response } from "express";
import { isAskedInside } from "../client-address.ts";
import { RefusedError, StoreError, storeHints } from "../errors.ts";
import { MAX_BOUNCE_BYTES, parseBounce } from "../mail/parse-bounce.ts";
import { DESK_PATH } from "../operators/desk-frame.ts";
import { parseJson } from "../parse-json.ts";
import type { Health } from "../service/health.ts";
import {
  ACTOR_HEADER,
  type AnyService,
  COMMANDS_PATH,
  CommandError,
  MAX_PARAMETER_BYTES,
  type Problem,
} from "../service/protocol.ts";
import { sendText } from "./answer.ts";
import { createTokenCheck } from "./caller.ts";
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
          await takeBounce(parts, request, response);
        });
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
const JSON_TYPE = "application/json; charset=utf-8";

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

async function takeBounce({ service, bodyMs }: HttpParts, request: Request, response: Response): Promise<void> {
  const bytes = await readBytes(request, bodyMs, MAX_BOUNCE_BYTES);
  if (!request.is("message/rfc822"))
    throw new RefusedError("unsupported_type", "The body's type is not taken.", {
      hint: "Send the raw mail as message/rfc822.",
    });
  const report = await parseBounce(bytes, request.get("x-recipient") ?? null);
  const { outcome } = await service.bounce({ report }, "bounces");
  sendText(response, 200, JSON_TYPE, JSON.stringify({ data: { outcome }, error: null }));
}

// What the command line calls: `POST /commands/NAME` with JSON. A caller on the local socket says who runs the command.

/** By connection: when the last command that it has sent is answered. */
const answered = new WeakMap<Socket, Promise<void>>();

/** One command of a connection at a time: a caller that sends ahead and does not read would fill the memory with answers. */
async function untilAnswered(socket: Socket, response: ServerResponse): Promise<void> {
  const before = answered.get(socket);
  answered.set(socket, new Promise((resolve) => response.once("close", resolve)));
  await before;
}

async function runCommand(
  { service, observe, bodyMs }: HttpParts,
  actor: string,
  request: Request<{ name?: string }>,
  response: Response,
): Promise<void> {
  const operations: AnyService = service;
  const { name = "" } = request.params;
  try {
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation)
      throw new CommandError("USAGE", "The running relay does not know this operation.", {
        hint: "it is of another version than the command: restart it",
      });
    const result = await operation((await readParameters(request, bodyMs)) as never, actor);
    sendText(response, 200, JSON_TYPE, JSON.stringify({ result }));
  } catch (error) {
    if (!(error instanceof CommandError)) observe({ type: "fault", where: "control", error });
    sendText(response, 400, JSON_TYPE, JSON.stringify({ problem: problemOf(error) }));
  }
}

function actorOf({ headers }: IncomingMessage): string {
  const given = headers[ACTOR_HEADER];
  if (typeof given !== "string" || !/^[\w.%:-]{1,100}$/.test(given)) return "command";
  // A name that was cut off within a character is decoded as far as it goes.
  return `command:${new URLSearchParams(`name=${given}`).get("name")}`;
}

function problemOf(error: unknown): Problem {
  if (error instanceof CommandError) return error.problem;
  const code = "STORE_FAILED";
  // An outage of the store is no fault in the log.
  if (error instanceof StoreError)
    return { code, message: "The relay's store cannot be used at the moment.", hint: storeHints[error.failure] };
  const hint = 'its log has a line with "event":"fault" that says where';
  return { code, message: "The relay failed at this command.", hint };
}

async function readParameters(request: IncomingMessage, bodyMs: number): Promise<unknown> {
  try {
    return parseJson((await readBytes(request, bodyMs, MAX_PARAMETER_BYTES)).toString("utf8"));
  } catch (error) {
    const isLong = error instanceof RefusedError && error.code === "payload_too_large";
    throw new CommandError("USAGE", `The command's parameters are ${isLong ? "too long" : "not JSON"}.`);
  }
}
