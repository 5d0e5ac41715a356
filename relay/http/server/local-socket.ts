// The relay's end of the local socket. A user who may open it, by the mode of the file, is an operator.

import { once } from "node:events";
import { lstatSync, unlinkSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import { dirname } from "node:path";
import { makeFolder } from "../../durable-files.ts";
import { CommandError } from "../../service/protocol.ts";

/** Bytes that a socket's path may have on the systems we run on, its closing zero not counted: a longer one would be cut off. */
const MAX_SOCKET_PATH = 103;

/** Rejects with RELAY_RUNNING where another relay answers there, and SOCKET_FAILED where the socket cannot be made. */
export async function openLocalSocket(path: string, app: RequestListener): Promise<Server> {
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH)
    throw new CommandError("SOCKET_FAILED", `The path of the local socket is too long: ${path}`, {
      hint: "set RELAY_SOCKET to a path of less than 100 characters",
    });
  await makeRoom(path).catch((cause) => refuse(path, cause));
  const server = createServer(app);
  // The file is made with its mode: there is no moment in which another user may open it.
  const formerMask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(formerMask);
  }
  await once(server, "listening").catch((cause) => refuse(path, cause));
  // The caller notices a connection that could not be accepted. It blocks nobody, and the process goes on.
  server.on("error", () => {});
  return server;
}

/** A socket that nobody answers on was left by a relay that was killed. */
async function makeRoom(path: string): Promise<void> {
  await makeFolder(dirname(path));
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isSocket())
    throw new CommandError("SOCKET_FAILED", `${path} is there and is not a socket.`, {
      hint: "move it away, or set RELAY_SOCKET to another path",
    });
  if (await isAnswered(path))
    throw new CommandError("RELAY_RUNNING", `Another relay already answers on ${path}.`, {
      hint: "stop it first; a second relay needs a RELAY_STORE_URL and a RELAY_SOCKET of its own",
    });
  unlinkSync(path);
}

function refuse(path: string, cause: NodeJS.ErrnoException): never {
  if (cause instanceof CommandError) throw cause;
  throw new CommandError("SOCKET_FAILED", `The local socket ${path} could not be opened (${cause.code}).`, {
    hint: "set RELAY_SOCKET to a path in a folder that the relay may write to",
    cause,
  });
}

function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  // A refused connection means a socket left behind. A denied one belongs to somebody whose relay may be running.
  const mayRun = ({ code }: NodeJS.ErrnoException) => code !== "ECONNREFUSED" && code !== "ENOENT";
  return once(socket, "connect")
    .then(() => true, mayRun)
    .finally(() => socket.destroy());
}
