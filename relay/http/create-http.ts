// All that listens: the port of the call, and the operators' app on the local socket and on the control port.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { lstatSync, mkdirSync, unlinkSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { dirname } from "node:path";
import { createTrust } from "../client-address.ts";
import { CALL_PATH } from "../contract.ts";
import { DESK_PATH } from "../operators/desk-frame.ts";
import { CommandError } from "../service/protocol.ts";
import { createCallHandler } from "./call-handler.ts";
import { createApp } from "./create-app.ts";
import { closeServer, createConnections, createHttpServer, HTTP_LIMITS, type HttpLimits } from "./create-server.ts";
import type { HttpParts } from "./http-parts.ts";
import { addMailboxRoutes, mailboxAddress, mailboxDirOf } from "./mailbox.ts";
import { addHealthRoutes, createOperatorApp } from "./operator-app.ts";

type Given = Omit<HttpParts, "isTrusted" | "bodyMs"> & { readonly limits?: HttpLimits };

export function createHttp({ limits = HTTP_LIMITS, ...given }: Given) {
  const { config, clock, observe, outbox, health, metrics } = given;
  const { now } = clock;
  const isTrusted = createTrust(config.trustProxy);
  const parts: HttpParts = { ...given, isTrusted, bodyMs: limits.bodyMs };
  const connections = createConnections(limits, parts);
  const stats = () => outbox.stats(now());
  const mailboxDir = mailboxDirOf(config);
  const token = randomBytes(18).toString("base64url");
  const app = createApp(parts, {
    call: createCallHandler(parts),
    addRoutes(app) {
      addHealthRoutes(app, health);
      if (mailboxDir !== null) addMailboxRoutes(app, mailboxDir, token, stats);
    },
    hint: `Forms are posted to ${CALL_PATH}.`,
  });
  const renderMetrics = async () => metrics.render(await health.stats(), now(), connections.count());
  const operatorApp = (isLocal: boolean) => createOperatorApp(parts, renderMetrics, isLocal);
  const server = createHttpServer(app, limits, connections);
  const control = config.controlPort === null ? null : createHttpServer(operatorApp(false), limits, connections);
  let socket: Server | null = null;
  const open = async (one: Server, port: number): Promise<number> => {
    await once(one.listen(port, config.host), "listening");
    // Without a listener an error while a connection is taken would end the process.
    one.on("error", (error) => observe({ type: "fault", where: "server", error }));
    return (one.address() as AddressInfo).port;
  };
  return {
    /** Gives the addresses, null for what there is not. Rejects with CommandError, or as `listen` does. */
    async open() {
      socket = await openLocalSocket(config.socketPath, operatorApp(true));
      const port = await open(server, config.port);
      const controlPort = control === null ? null : await open(control, config.controlPort ?? 0);
      const address = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}`;
      const url = `${address}:${port}`;
      const controlUrl = (path: string) => (controlPort === null ? null : `${address}:${controlPort}${path}`);
      return {
        ...{ url, port, controlPort, metricsUrl: controlUrl("/metrics") },
        /** The link that opens it. */
        mailboxUrl: mailboxDir === null ? null : url + mailboxAddress(token),
        deskUrl: config.desk === null ? null : controlUrl(DESK_PATH),
      };
    },
    /** What is being answered is answered. */
    async close(): Promise<void> {
      await Promise.all([closeServer(server), control && closeServer(control), socket && closeServer(socket)]);
    },
  };
}

// The relay's end of the local socket. A user who may open the socket is an operator: the file's mode is the lock.

/** Bytes that a socket's path may have on the systems we run on, its closing zero not counted: a longer one would be cut off. */
const MAX_SOCKET_PATH = 103;

/** Rejects with RELAY_RUNNING where another relay answers there, and SOCKET_FAILED where the socket cannot be made. */
export async function openLocalSocket(path: string, app: RequestListener): Promise<Server> {
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH)
    throw new CommandError("SOCKET_FAILED", `The path of the local socket is too long: ${path}`, {
      hint: "set RELAY_SOCKET to a path of less than 100 characters",
    });
  await makeRoom(path);
  const server = createServer(app);
  // The file is made with its mode: there is no moment in which another user may open it.
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, "listening").catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError("SOCKET_FAILED", `The local socket ${path} could not be opened (${cause.code}).`, {
      hint: "set RELAY_SOCKET to a path in a folder that the relay may write to",
      cause,
    });
  });
  // A connection that could not be taken is the caller's to see: nobody is held up, and the process goes on.
  server.on("error", () => {});
  return server;
}

/** A socket that nobody answers on was left by a relay that was killed. */
async function makeRoom(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket())
    throw new CommandError("SOCKET_FAILED", `${path} is there and is not a socket.`, {
      hint: "move it away, or set RELAY_SOCKET to another path",
    });
  if (await isAnswered(path))
    throw new CommandError("RELAY_RUNNING", `Another relay already answers on ${path}.`, {
      hint: "stop it first; a second relay needs a RELAY_STORE_URL and a RELAY_SOCKET of its own",
    });
  unlinkSync(path);
}

function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  // Refused is left behind; denied belongs to somebody, who may well be running.
  const mayRun = ({ code }: NodeJS.ErrnoException) => code !== "ECONNREFUSED" && code !== "ENOENT";
  return once(socket, "connect")
    .then(() => true, mayRun)
    .finally(() => socket.destroy());
}
