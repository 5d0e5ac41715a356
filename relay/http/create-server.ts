// The listener, with an end to everything: headers, bodies, idle lines and how many there may be.
import { createServer, type RequestListener, type Server } from "node:http";
import type { Socket } from "node:net";

/** Milliseconds. A whole request may take as long as its body (read-body.ts) and a little more. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
const KEEP_ALIVE_MS = 65_000;
/** How often Node looks for requests that are too slow. */
const LOOK_EVERY_MS = 1000;
/** Each may hold a body of 32 kB: 64 MiB at most. */
const MAX_CONNECTIONS = 2048;
const MAX_HEADER_BYTES = 16_384;

export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    listener,
  );
  server.maxConnections = MAX_CONNECTIONS;
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
