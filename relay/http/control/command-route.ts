// What the command line calls: `POST /commands/NAME` with JSON. A caller on the local socket says who runs the command.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Request, Response } from "express";
import { RefusedError, StoreError, storeHints } from "../../errors.ts";
import { parseJson } from "../../parse-json.ts";
import {
  ACTOR_HEADER,
  type AnyService,
  CommandError,
  type CommandProblem,
  MAX_PARAMETER_BYTES,
} from "../../service/protocol.ts";
import { sendText } from "../server/answer.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { readBytes } from "../server/read-bytes.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

export async function runCommand(
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

export function actorOf({ headers }: IncomingMessage): string {
  const actor = headers[ACTOR_HEADER];
  if (typeof actor !== "string" || !/^[\w.%:-]{1,100}$/.test(actor)) return "command";
  // A name that was cut off within a character is decoded as far as it goes.
  return `command:${new URLSearchParams(`name=${actor}`).get("name")}`;
}

function problemOf(error: unknown): CommandProblem {
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

/** By connection: when the last command that it has sent is answered. */
const answered = new WeakMap<Socket, Promise<void>>();

/** One command of a connection at a time: a caller that sends ahead and does not read would fill the memory with answers. */
export async function untilAnswered(socket: Socket, response: ServerResponse): Promise<void> {
  const previous = answered.get(socket);
  answered.set(socket, new Promise((resolve) => response.once("close", resolve)));
  await previous;
}
