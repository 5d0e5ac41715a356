// Which sites may call, and the headers that let their pages read the answer: on every answer to a call, whatever became of it.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isLoopback } from "../client-address.ts";
import type { RelayConfig } from "../config/config.ts";

type Origins = Pick<RelayConfig, "allowedOrigins" | "allowLoopbackOrigins">;

/** What the functions clients send, all generations, and ours. */
const ALLOWED_HEADERS = [
  "authorization",
  "x-client-info",
  "apikey",
  "content-type",
  "x-region",
  "x-retry-count",
  "x-supabase-api-version",
  "accept",
  "accept-profile",
  "content-profile",
  "prefer",
  "traceparent",
  "tracestate",
  "baggage",
  "idempotency-key",
].join(", ");

/** What a page may read of the answer. */
const EXPOSED_HEADERS = "retry-after, x-request-id, idempotent-replayed, x-relay-error, sb-error-code";

/** Seconds; the most that Chromium takes. */
const PREFLIGHT_LIFE = "7200";

/** A request without an origin comes from no web page. */
export function isOriginAllowed(
  origin: string | undefined,
  { allowedOrigins, allowLoopbackOrigins }: Origins,
): boolean {
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  return allowLoopbackOrigins && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}

/** Sets what every answer to a call carries, before anything can fail; answers whether the origin is allowed. */
export function setCorsHeaders(request: IncomingMessage, response: ServerResponse, origins: Origins): boolean {
  const { origin } = request.headers;
  const isAllowed = isOriginAllowed(origin, origins);
  response.setHeader("vary", "Origin");
  if (origin === undefined || !isAllowed) return isAllowed;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", EXPOSED_HEADERS);
  return true;
}

export function setPreflightHeaders(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Private-Network");
  response.setHeader("access-control-allow-methods", "POST, OPTIONS");
  response.setHeader("access-control-allow-headers", ALLOWED_HEADERS);
  response.setHeader("access-control-max-age", PREFLIGHT_LIFE);
  // A site on the internet that calls a relay inside the same network needs this too.
  if (request.headers["access-control-request-private-network"] === "true")
    response.setHeader("access-control-allow-private-network", "true");
}
