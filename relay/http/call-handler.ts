// The one call: bytes in, a stored submission out, and an answer that is true. Whatever throws on the way is answered in one place.
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientKey, readClient } from "../client-address.ts";
import type { RelayConfig } from "../config/config.ts";
import { RefusedError } from "../errors.ts";
import { isLoopback } from "../loopback.ts";
import { addressKey } from "../mail/email-address.ts";
import { isKnownForm, readRequest } from "../mail/request-schema.ts";
import { assessSuspicion } from "../mail/sender-block.ts";
import { isFromBlocked, isSuspicious, type NewSubmission } from "../mail/submission.ts";
import type { Limit } from "../store/outbox-entry.ts";
import { type Answer, replyPageOf, sendJson, sendTo } from "./answer.ts";
import { checkKey, isPlainForm, readIdempotencyKey } from "./caller.ts";
import type { HttpParts } from "./http-parts.ts";
import { readBody } from "./read-body.ts";

/** The call alone is open to pages of other origins; nothing else that the relay answers is theirs to read. */
export function createCallHandler(parts: HttpParts): (request: IncomingMessage, response: Answer) => Promise<void> {
  const { config, outbox, clock, observe, forms, health } = parts;

  return async (request, response) => {
    response.setHeader("cross-origin-resource-policy", "cross-origin");
    if (!setCorsHeaders(request, response, config))
      throw new RefusedError("origin_not_allowed", "This site may not call the relay.", {
        hint: "The relay's operator adds the site's exact origin to RELAY_ALLOWED_ORIGINS.",
      });
    if (request.method === "OPTIONS") return answerPreflight(request, response);
    response.locals.route = isPlainForm(request) ? "form" : "call";
    if (request.method !== "POST")
      throw new RefusedError("method_not_allowed", "Forms are posted.", {
        hint: "Use POST.",
        headers: { allow: "POST, OPTIONS" },
      });
    if (health.isDraining())
      throw new RefusedError("not_durable", "The relay is restarting; nothing was accepted.", {
        hint: "Send it again in a few seconds.",
        headers: { "retry-after": "5", connection: "close" },
      });
    const startedAt = clock.now();
    const { address: clientAddress } = readClient(request, parts.isTrusted);
    const client = clientKey(clientAddress);
    const { requestId } = response.locals;
    const position = checkKey(request, config.publicKeys);
    if (position !== null) observe({ type: "key-used", position });
    const idempotencyKey = readIdempotencyKey(request);
    const { fields, json } = await readBody(request, parts.bodyMs);
    const read = readRequest(fields ?? json, forms.current());
    const { form, answers, page } = read;
    const isBlocked = await parts.blocked.isBlocked({ fields: read.fields, answers, clientAddress });
    const suspicion = assessSuspicion(read, isBlocked);
    const submission = { form, fields: read.fields, answers, page, suspicion, receivedAt: clock.now() };
    const entries = parts.planEntries(submission);
    const limits = limitsOf(config.limits, client, submission);
    const stored = await outbox.accept({ submission, entries, idempotencyKey, limits });
    if (stored.kind === "limited") throw rateLimited(stored.retryAfterMs);
    if (stored.kind === "conflict")
      throw new RefusedError("idempotency_conflict", "This idempotency-key came with another request before.", {
        hint: "Use a new key for each request, and the same one for its repetitions.",
      });
    const { id, reference } = stored;
    if (stored.kind === "repeated") {
      response.setHeader("idempotent-replayed", "true");
      observe({ type: "repeated", requestId, submissionId: id });
    } else {
      const { isOtherDefinition, unknownFields, leftOutFields } = read;
      observe({
        type: "accepted",
        requestId,
        submissionId: id,
        reference,
        // The name of a form that the relay does not know is what a caller typed.
        form: isKnownForm(forms.current(), form) ? form : "other",
        held: isSuspicious(suspicion),
        blocked: isFromBlocked(suspicion),
        score: suspicion.score,
        isOtherDefinition,
        unknownFields,
        leftOutFields,
        ms: clock.now() - startedAt,
      });
      parts.onAccepted(entries.map(({ kind }) => kind));
    }
    const next = isPlainForm(request) ? replyPageOf(config.siteUrl, "accepted") : null;
    if (next !== null) sendTo(response, next);
    else sendJson(response, 200, { data: { id: reference, status: "accepted" }, error: null });
  };
}

/** What looks suspicious is counted apart: a flood of it ends, and takes no visitor's turn. */
function limitsOf(limits: RelayConfig["limits"], client: string, { fields, suspicion }: NewSubmission): Limit[] {
  const { perClient, perAddress, overall } = limits;
  const apart = isSuspicious(suspicion) ? "held-" : "";
  return [
    ...(perClient === null ? [] : [{ key: `${apart}client:${client}`, ...perClient }]),
    ...(perAddress === null ? [] : [{ key: `${apart}address:${addressKey(fields.email)}`, ...perAddress }]),
    ...(overall === null ? [] : [{ key: `${apart}overall`, ...overall }]),
  ];
}

function rateLimited(retryAfterMs: number): RefusedError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new RefusedError("rate_limited", "Too many requests came from here.", {
    hint: `Try again in ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}, or call us.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** What the functions clients send, all generations, and ours: where a preflight names none. */
const ALLOWED_HEADERS =
  `authorization x-client-info apikey content-type x-region x-retry-count x-supabase-api-version accept
  accept-profile content-profile prefer traceparent tracestate baggage idempotency-key`.replace(/\s+/g, ", ");

/** What a page may read of the answer. */
const EXPOSED_HEADERS = "retry-after, x-request-id, idempotent-replayed, x-relay-error, sb-error-code";

/** Seconds; the most that Chromium takes. */
const PREFLIGHT_LIFE = "7200";

/** Before anything can fail. Answers whether the origin is allowed; a request without one comes from no web page. */
function setCorsHeaders(
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

function answerPreflight({ headers }: IncomingMessage, response: Answer): void {
  const named = String(headers["access-control-request-headers"] ?? "").trim();
  response.locals.route = "preflight";
  response.setHeader("vary", "Origin, Access-Control-Request-Headers");
  response.setHeader("access-control-allow-methods", "POST, OPTIONS");
  response.setHeader("access-control-allow-headers", HEADER_NAMES.test(named) ? named : ALLOWED_HEADERS);
  response.setHeader("access-control-max-age", PREFLIGHT_LIFE);
  response.statusCode = 204;
  response.end();
}
