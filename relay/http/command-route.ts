// What the command line calls: `POST /commands/NAME` with JSON. A caller that may open the local socket is trusted, and names who runs the command.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Express } from "express";
import { RefusedError } from "../errors.ts";
import { parseJson } from "../parse-json.ts";
import {
  ACTOR_HEADER,
  type AnyService,
  COMMANDS_PATH,
  CommandError,
  MAX_PARAMETER_BYTES,
  type Problem,
} from "../service/protocol.ts";
import { sendText } from "./answer.ts";
import type { CheckCaller } from "./caller.ts";
import type { HttpParts } from "./http-parts.ts";
import { readBytes } from "./read-body.ts";

type CommandParts = Pick<HttpParts, "observe" | "bodyMs"> & { readonly service: AnyService };

export const addCommandRoute = (app: Express, parts: CommandParts, checkCaller: CheckCaller, isLocal: boolean) =>
  app.post(`${COMMANDS_PATH}{:name}`, async (request, response) => {
    response.locals.route = "commands";
    await checkCaller(request);
    await untilAnswered(request.socket, response);
    const actor = isLocal ? actorOf(request) : "command";
    await answer(parts, request.params.name ?? "", actor, request, response);
  });

/** By connection: when the last command that it has sent is answered. */
const answered = new WeakMap<Socket, Promise<void>>();

/** One command of a connection at a time: a caller that sends ahead and does not read would fill the memory with answers. */
async function untilAnswered(socket: Socket, response: ServerResponse): Promise<void> {
  const before = answered.get(socket);
  answered.set(socket, new Promise((resolve) => response.once("close", resolve)));
  await before;
}

async function answer(
  { service, observe, bodyMs }: CommandParts,
  name: string,
  actor: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const operation = Object.hasOwn(service, name) ? service[name] : undefined;
    if (!operation)
      throw new CommandError("USAGE", "The running relay does not know this operation.", {
        hint: "it is of another version than the command: restart it",
      });
    const result = await operation((await readParameters(request, bodyMs)) as never, actor);
    sendText(response, 200, JSON_TYPE, JSON.stringify({ result }));
  } catch (error) {
    if (!(error instanceof CommandError)) observe({ type: "fault", where: "control", error });
    const problem = error instanceof CommandError ? error.problem : FAULT;
    sendText(response, 400, JSON_TYPE, JSON.stringify({ problem }));
  }
}

function actorOf({ headers }: IncomingMessage): string {
  const given = headers[ACTOR_HEADER];
  if (typeof given !== "string" || !/^[\w.%:-]{1,100}$/.test(given)) return "command";
  // A name that was cut off within a character is decoded as far as it goes.
  return `command:${new URLSearchParams(`name=${given}`).get("name")}`;
}

const JSON_TYPE = "application/json";

const FAULT: Problem = {
  code: "STORE_FAILED",
  message: "The relay failed at this command.",
  hint: 'its log has a line with "event":"fault" that says where',
};

async function readParameters(request: IncomingMessage, bodyMs: number): Promise<unknown> {
  try {
    return parseJson((await readBytes(request, bodyMs, MAX_PARAMETER_BYTES)).toString("utf8"));
  } catch (error) {
    const isLong = error instanceof RefusedError && error.code === "payload_too_large";
    throw new CommandError("USAGE", `The command's parameters are ${isLong ? "too long" : "not JSON"}.`);
  }
}
