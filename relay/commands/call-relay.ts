// The command line's end of the local socket.

import { once } from "node:events";
import { request } from "node:http";
import { userInfo } from "node:os";
import { text } from "node:stream/consumers";
import type { Service } from "../service/operations.ts";
import { ACTOR_HEADER, COMMANDS_PATH, CommandError, type CommandProblem } from "../service/protocol.ts";

export type ParametersOf<Name extends keyof Service> = Parameters<Service[Name]>[0];
export type AnswerOf<Name extends keyof Service> = Awaited<ReturnType<Service[Name]>>;

/** Calls a relay that runs; what passes is JSON. Rejects with the relay's problem, RELAY_NOT_RUNNING, SOCKET_DENIED or CONNECTION_LOST. */
export async function callRelay<Name extends keyof Service>(
  socketPath: string,
  name: Name,
  parameters: ParametersOf<Name>,
  signal?: AbortSignal,
): Promise<AnswerOf<Name>> {
  const sent = request({
    socketPath,
    signal,
    agent: false,
    method: "POST",
    path: COMMANDS_PATH + name,
    headers: { [ACTOR_HEADER]: encodeURIComponent(userName()).slice(0, 100) },
  });
  // What breaks off behind the answer's head is met by its reader.
  sent.on("error", () => {}).end(JSON.stringify(parameters));
  const [response] = await once(sent, "response").catch((error) => {
    throw connectError(error, socketPath);
  });
  const body = await text(response).catch((cause) => {
    throw lost(cause);
  });
  const { problem, result } = JSON.parse(body);
  if (problem) throw errorOf(problem);
  return result;
}

const errorOf = ({ code, message, hint }: CommandProblem) =>
  new CommandError(code, message, { hint: hint ?? undefined });

const lost = (cause: unknown) =>
  new CommandError("CONNECTION_LOST", "The relay ended before its answer was whole.", {
    hint: "start it again and repeat the command",
    cause,
  });

/** In a container a user may have a number alone. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "");
  }
}

function connectError(cause: NodeJS.ErrnoException, socketPath: string): CommandError {
  if (cause.code === "EACCES" || cause.code === "EPERM")
    return new CommandError(
      "SOCKET_DENIED",
      `You may not open ${socketPath}: it belongs to the user the relay runs as.`,
      { hint: "run the command as that user", cause },
    );
  if (cause.code === "ECONNRESET" || cause.code === "EPIPE") return lost(cause);
  return new CommandError("RELAY_NOT_RUNNING", `No relay answers on ${socketPath}.`, {
    hint: "start it with `eventsite-relay`, or set RELAY_SOCKET as the running relay has it",
    cause,
  });
}
