// The relay's end of the local socket. A user who may open the socket is an operator: the file's mode is the lock.
import { lstatSync, mkdirSync, unlinkSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { connect } from "node:net";
import { dirname } from "node:path";
import { CommandError, shortSocketPath } from "../service/protocol.ts";

export interface LocalSocket {
  /** Ends commands that still run and takes the socket away. */
  stop(): Promise<void>;
}

/** Rejects with RELAY_RUNNING where another relay answers there, and SOCKET_FAILED where the socket cannot be made. */
export async function openLocalSocket(socketPath: string, app: RequestListener): Promise<LocalSocket> {
  const path = shortSocketPath(socketPath);
  if (path === null)
    throw new CommandError("SOCKET_FAILED", `The path of the local socket is too long: ${socketPath}`, {
      hint: "set RELAY_SOCKET to a path of less than 100 characters",
    });
  await makeRoom(path, socketPath);
  const server = createServer(app);
  await listen(server, path, socketPath);
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A socket that nobody answers on was left by a relay that was killed. */
async function makeRoom(path: string, shownPath: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket())
    throw new CommandError("SOCKET_FAILED", `${shownPath} is there and is not a socket.`, {
      hint: "move it away, or set RELAY_SOCKET to another path",
    });
  if (await isAnswered(path))
    throw new CommandError("RELAY_RUNNING", `Another relay already answers on ${shownPath}.`, {
      hint: "stop it first; a second relay needs a RELAY_STORE_URL and a RELAY_SOCKET of its own",
    });
  unlinkSync(path);
}

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    // Refused is left behind; denied belongs to somebody, who may well be running.
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code !== "ECONNREFUSED" && code !== "ENOENT"));
  });

function listen(server: Server, path: string, shownPath: string): Promise<void> {
  return new Promise((done, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(
        new CommandError("SOCKET_FAILED", `The local socket ${shownPath} could not be opened (${cause.code}).`, {
          hint: "set RELAY_SOCKET to a path in a folder that the relay may write to",
          cause,
        }),
      ),
    );
    // The file is made with its mode: there is no moment in which another user may open it.
    const before = process.umask(0o177);
    try {
      server.listen(path, done);
    } finally {
      process.umask(before);
    }
  });
}
