// The listener, with an end to everything: headers, bodies, idle lines and how many there may be.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { clientKey } from "../client-address.ts";
import type { HttpParts } from "./http-parts.ts";

/** Milliseconds, but for the connections. */
export const HTTP_LIMITS = {
  /** Until a request's head is there, from the connection's beginning or its last request on. */
  headersMs: 10_000,
  /** Until a body is there that somebody waits for: a phone on a bad line sends a long message in this time, a sender that dribbles does not. */
  bodyMs: 10_000,
  requestMs: 20_000,
  keepAliveMs: 65_000,
  /** How often requests that are too slow are looked for. */
  lookEveryMs: 1000,
  /** Each may hold 32 kB of a body, and all together 64 MiB more: 128 MiB at most. */
  maxConnections: 2048,
  /** From one address that is no proxy's: an office behind one address opens a few for each of its people. */
  maxPerAddress: 512,
};
export type HttpLimits = Readonly<typeof HTTP_LIMITS>;

const MAX_HEADER_BYTES = 16_384;

export function createHttpServer(listener: RequestListener, limits: HttpLimits, connections: Connections): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.lookEveryMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  connections.limit(server);
  // What else a caller expects is left unfulfilled, as HTTP allows; Node's own refusal would have no body.
  for (const event of ["request", "checkExpectation"]) server.on(event, connections.watch).on(event, listener);
  // A server that closes waits for every line; callers would keep theirs.
  server.on("request", (request, response) => response.once("close", () => server.listening || request.socket.end()));
  server.on("clientError", answerUnreadable);
  return server;
}

/** What is no HTTP, or took too long to become a request: there is no request to answer, only a line to say so on. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, code, message] = unreadable[error.code ?? ""] ?? [
    "400 Bad Request",
    "bad_request",
    "The request cannot be read.",
  ];
  const body = JSON.stringify({
    data: null,
    error: { message, details: null, hint: null, code, requestId: null, fields: [] },
  });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

const unreadable: Readonly<Record<string, readonly [string, string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "request_timeout", "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "bad_request", "The request's headers are too large."],
};

/** How long an answer under way may still take when the relay stops. */
const DRAIN_MS = 5000;

/** Idle lines are closed at once, busy ones when they are answered, and after a while in any case. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });

// How many connections there may be, in all and from one address. Where one is too many, the one that has been idle for longest makes
// room: who holds connections without using them keeps nobody else out.

interface Connection {
  readonly socket: Socket;
  /** Null for a proxy, which brings the connections of many. */
  readonly address: string | null;
  /** The request that is being received or answered. */
  request: IncomingMessage | null;
}

type Connections = ReturnType<typeof createConnections>;

type Reason = "address" | "overall";

/** Closed connections are reported together: a flood of them must not become a flood of lines. */
const REPORT_EVERY_MS = 1000;

export function createConnections(limits: HttpLimits, { isTrusted, clock, observe }: HttpParts) {
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

  const take = (socket: Socket): void => {
    const peer = socket.remoteAddress ?? "";
    const connection: Connection = { socket, address: isTrusted(peer, 0) ? null : clientKey(peer), request: null };
    all.set(socket, connection);
    socket.once("close", () => all.delete(socket));
    const ofAll = [...all.values()];
    const sameAddress =
      connection.address === null ? [] : ofAll.filter(({ address }) => address === connection.address);
    // One too many, the new one among them: it goes itself where all others are being answered.
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
    /** Distinguishes busy connections from idle ones. */
    watch,
    /** Counts and limits the connections of a server. */
    limit: (server: Server) => void server.on("connection", take),
  };
}

/**
 * Nothing is being answered on it. One whose request has come in part is as idle as one without any: otherwise a caller with halves of bodies
 * would have the visitors' new connections closed instead of its own.
 */
const isIdle = ({ request }: Connection): boolean => request === null || !request.complete;
