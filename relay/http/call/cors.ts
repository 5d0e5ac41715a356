import type { IncomingMessage, ServerResponse } from "node:http";
import type { RelayConfig } from "../../config/config.ts";
import { isLoopback } from "../../loopback.ts";

/** What the functions clients send, all generations, and ours: where a preflight names none. */
const ALLOWED_HEADERS =
  `authorization x-client-info apikey content-type x-region x-retry-count x-supabase-api-version accept
  accept-profile content-profile prefer traceparent tracestate baggage idempotency-key`.replace(/\s+/g, ", ");

/** What a page may read of the answer. */
const EXPOSED_HEADERS = "retry-after, x-request-id, idempotent-replayed, x-relay-error, sb-error-code";

/** Seconds; the most that Chromium takes. */
const PREFLIGHT_LIFE = "7200";

/** Before anything can fail. Answers whether the origin is allowed; a request without one comes from no web page. */
export function setCorsHeaders(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  config: RelayConfig,
): boolean {
  response.setHeader("vary", "Origin");
  if (origin === undefined) return true;
  const isLocal = config.allowLoopbackOrigins && URL.canParse(origin) && isLoopback(new URL(origin).hostname);
  if (!isLocal && !config.allowedOrigins.includes(origin)) return false;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", EXPOSED_HEADERS);
  return true;
}

/** A list of header names. What a page sends besides ours is not read: a proxy or a tracer in the page adds headers that nobody here knows. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse): void {
  const named = String(headers["access-control-request-headers"] ?? "").trim();
  response.setHeader("vary", "Origin, Access-Control-Request-Headers");
  response.setHeader("access-control-allow-methods", "POST, OPTIONS");
  response.setHeader("access-control-allow-headers", HEADER_NAMES.test(named) ? named : ALLOWED_HEADERS);
  response.setHeader("access-control-max-age", PREFLIGHT_LIFE);
  response.statusCode = 204;
  response.end();
}
