// How many connections there may be, in total and from one address. Where there is one too many, the one that has been idle for longest makes
// room, so that callers who hold unused connections keep nobody else out.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientKey } from "../../client-address.ts";
import type { HttpLimits } from "./http-limits.ts";
import type { HttpParts } from "./http-parts.ts";

interface Connection {
  readonly socket: Socket;
  /** Null for a proxy, whose connections are those of many callers. */
  readonly address: string | null;
  /** The request that is being received or answered. */
  request: IncomingMessage | null;
}

export interface Connections {
  readonly count: () => number;
  /** Distinguishes busy connections from idle ones. */
  readonly watch: (request: IncomingMessage, response: ServerResponse) => void;
  /** Counts and limits the connections of a server. */
  readonly limit: (server: Server) => void;
}

type Reason = "address" | "overall";

/** Closed connections are reported together: a flood of them must not become a flood of lines. */
const REPORT_EVERY_MS = 1000;

export function createConnections(limits: HttpLimits, { isTrusted, clock, observe }: HttpParts): Connections {
  // In the order in which they were last at work.
  const all = new Map<Socket, Connection>();
  const closed = new Map<Reason, number>();

  const report = () => {
    for (const [reason, count] of closed) observe({ type: "connections-closed", reason, count });
    closed.clear();
  };
  const close = ({ socket }: Connection, reason: Reason) => {
    all.delete(socket);
    socket.destroy();
    if (closed.size === 0) clock.after(REPORT_EVERY_MS, report);
    closed.set(reason, (closed.get(reason) ?? 0) + 1);
  };

  const track = (socket: Socket): void => {
    const peer = socket.remoteAddress ?? "";
    const connection: Connection = { socket, address: isTrusted(peer, 0) ? null : clientKey(peer), request: null };
    all.set(socket, connection);
    socket.once("close", () => all.delete(socket));
    const ofAll = [...all.values()];
    const sameAddress =
      connection.address === null ? [] : ofAll.filter(({ address }) => address === connection.address);
    // One too many, the new one included: it is closed itself where all others are being answered.
    if (sameAddress.length > limits.maxPerAddress) close(sameAddress.find(isIdle) ?? connection, "address");
    else if (ofAll.length > limits.maxConnections) close(ofAll.find(isIdle) ?? connection, "overall");
  };

  const watch = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const connection = all.get(socket);
    if (connection === undefined) return;
    connection.request = request;
    response.once("close", () => {
      if (connection.request !== request) return;
      connection.request = null;
      if (all.delete(socket)) all.set(socket, connection);
    });
  };

  return {
    count: () => all.size,
    watch,
    limit(server) {
      server.on("connection", track);
    },
  };
}

/**
 * Nothing is being answered on it. A connection with half a request counts as idle, too: otherwise a caller with halves of bodies
 * would have the visitors' new connections closed instead of its own.
 */
const isIdle = ({ request }: Connection): boolean => request === null || !request.complete;
