// The listener, with limits for everything: headers, bodies, idle connections and their number.
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";
import { type HttpLimits, MAX_HEADER_BYTES } from "./http-limits.ts";

export function createHttpServer(listener: RequestListener, limits: HttpLimits, connections: Connections): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.lookEveryMs,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  connections.limit(server);
  // Other expectations of a caller are ignored, as HTTP allows: Node's own refusal would have no body.
  for (const event of ["request", "checkExpectation"]) server.on(event, connections.watch).on(event, listener);
  // A server that closes waits for every connection, and callers would keep theirs open.
  server.on("request", (request, response) => response.once("close", () => server.listening || request.socket.end()));
  server.on("clientError", answerUnreadable);
  return server;
}

/** Input that is not HTTP, or took too long to become a request: there is no request to answer, only a connection to say so on. */
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

/** Idle connections are closed at once, busy ones when they are answered, and after a while in any case. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
