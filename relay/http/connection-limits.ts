// How many connections there may be, in all and from one address. Where one is too many, the one that has been idle for longest makes
// room: who holds connections without using them keeps nobody else out.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientKey } from "../client-address.ts";
import type { Clock } from "../clock.ts";
import type { Observe } from "../operators/relay-event.ts";

export interface ConnectionParts {
  readonly maxConnections: number;
  readonly maxPerAddress: number;
  /** The peers that bring the connections of many: the limit per address does not count them. */
  readonly isProxy: (address: string) => boolean;
  readonly clock: Clock;
  readonly observe: Observe;
}

interface Connection {
  readonly socket: Socket;
  /** Null for a proxy. */
  readonly address: string | null;
  /** The request that is being received or answered. */
  request: IncomingMessage | null;
}

export interface Connections {
  /** How many are open. */
  count(): number;
  /** Distinguishes busy connections from idle ones. */
  readonly watch: RequestListener;
  /** Counts and limits the connections of a server. */
  limit(server: Server): void;
}

type Reason = "address" | "overall";

/** Closed connections are reported together: a flood of them must not become a flood of lines. */
const REPORT_EVERY_MS = 1000;

export function createConnections(parts: ConnectionParts): Connections {
  const report = createReport(parts);
  // In the order in which they were last at work.
  const all = new Set<Connection>();
  const byAddress = new Map<string, Set<Connection>>();
  const bySocket = new WeakMap<Socket, Connection>();

  const groupsOf = ({ address }: Connection): Set<Connection>[] => {
    if (address === null) return [all];
    const group = byAddress.get(address) ?? new Set();
    byAddress.set(address, group);
    return [all, group];
  };
  const add = (connection: Connection) => {
    for (const group of groupsOf(connection)) group.add(connection);
  };
  const remove = (connection: Connection) => {
    for (const group of groupsOf(connection)) group.delete(connection);
    const { address } = connection;
    if (address !== null && byAddress.get(address)?.size === 0) byAddress.delete(address);
  };
  const close = (connection: Connection, reason: Reason) => {
    remove(connection);
    connection.socket.destroy();
    report(reason);
  };

  const take = (socket: Socket): void => {
    const peer = socket.remoteAddress ?? "";
    const connection: Connection = { socket, address: parts.isProxy(peer) ? null : clientKey(peer), request: null };
    bySocket.set(socket, connection);
    const own = connection.address === null ? undefined : byAddress.get(connection.address);
    add(connection);
    // One too many, the new one among them: it goes itself where all others are being answered.
    if (own !== undefined && own.size > parts.maxPerAddress) close(longestIdle(own) ?? connection, "address");
    else if (all.size > parts.maxConnections) close(longestIdle(all) ?? connection, "overall");
    socket.once("close", () => remove(connection));
  };

  const watch = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = bySocket.get(request.socket);
    if (connection === undefined) return;
    connection.request = request;
    response.once("close", () => {
      if (connection.request !== request) return;
      connection.request = null;
      if (!all.has(connection)) return;
      remove(connection);
      add(connection);
    });
  };

  return { count: () => all.size, watch, limit: (server) => void server.on("connection", take) };
}

/**
 * The first on which nothing is being answered. One whose request has come in part is as idle as one without any: otherwise a caller with
 * halves of bodies would have the visitors' new connections closed instead of its own.
 */
function longestIdle(connections: ReadonlySet<Connection>): Connection | undefined {
  for (const connection of connections)
    if (connection.request === null || !connection.request.complete) return connection;
  return undefined;
}

function createReport({ clock, observe }: ConnectionParts): (reason: Reason) => void {
  const waiting: Record<Reason, number> = { address: 0, overall: 0 };
  let isWaiting = false;
  const flush = () => {
    for (const reason of ["address", "overall"] as const) {
      if (waiting[reason] > 0) observe({ type: "connections-closed", reason, count: waiting[reason] });
      waiting[reason] = 0;
    }
  };
  return (reason) => {
    waiting[reason] += 1;
    if (isWaiting) return;
    flush();
    isWaiting = true;
    clock.after(REPORT_EVERY_MS, () => {
      isWaiting = false;
      flush();
    });
  };
}
