// The one call over HTTP: what is checked before the body is read, and the answer that is made of what became of the request.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";
import { readClient } from "../../client-address.ts";
import { CALL_PATH } from "../../contract.ts";
import { type FieldProblem, RefusedError } from "../../errors.ts";
import type { Outcome } from "../../service/accept-request.ts";
import { replyPageOf, sendJson, sendTo } from "../server/answer.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { readBody } from "../server/read-body.ts";
import { isPlainForm, readIdempotencyKey } from "../server/request-headers.ts";
import { checkKey } from "../server/token-check.ts";
import { answerPreflight, setCorsHeaders } from "./cors.ts";

/** The short address is there for callers whose functions live at the root. */
const CALL_PATHS = [CALL_PATH, "/send-contact-email"];

export function addCallRoutes(app: Express, parts: HttpParts): void {
  const { config, clock, observe, health, isTrusted, bodyMs, acceptRequest } = parts;
  const call = app.route(CALL_PATHS);

  call.all((request, response, next) => {
    // The call alone is open to pages of other origins; nothing else that the relay answers is theirs to read.
    response.setHeader("cross-origin-resource-policy", "cross-origin");
    if (!setCorsHeaders(request, response, config))
      throw new RefusedError("origin_not_allowed", "This site may not call the relay.", {
        hint: "The relay's operator adds the site's exact origin to RELAY_ALLOWED_ORIGINS.",
      });
    next();
  });

  call.options((request, response) => {
    response.locals.route = "preflight";
    answerPreflight(request, response);
  });

  call.all((request, response, next) => {
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
    next();
  });

  call.post(async (request, response) => {
    const calledAt = clock.now();
    const { requestId } = response.locals;
    const { address } = readClient(request, isTrusted);
    const position = checkKey(request, config.publicKeys);
    if (position !== null) observe({ type: "key-used", position });
    const idempotencyKey = readIdempotencyKey(request);
    const { fields, json } = await readBody(request, bodyMs);
    const outcome = await acceptRequest(fields ?? json, { requestId, address, idempotencyKey, calledAt });
    answerOutcome(outcome, request, response, config.siteUrl);
  });
}

/** What is not stored is thrown, to be answered where every refusal is. `siteUrl`: where the pages are that answer a form posted without script. */
function answerOutcome(
  outcome: Outcome,
  request: IncomingMessage,
  response: ServerResponse,
  siteUrl: string | null,
): void {
  if (outcome.kind === "invalid") throw invalid(outcome.problems);
  if (outcome.kind === "limited") throw rateLimited(outcome.retryAfterMs);
  if (outcome.kind === "conflict")
    throw new RefusedError("idempotency_conflict", "This idempotency-key came with another request before.", {
      hint: "Use a new key for each request, and the same one for its repetitions.",
    });
  if (outcome.kind === "repeated") response.setHeader("idempotent-replayed", "true");
  const page = isPlainForm(request) ? replyPageOf(siteUrl, "accepted") : null;
  if (page !== null) sendTo(response, page);
  else sendJson(response, 200, { data: { id: outcome.reference, status: "accepted" }, error: null });
}

function invalid(fields: readonly FieldProblem[]): RefusedError {
  if (fields.length === 0)
    return new RefusedError("validation_failed", "The body must be an object with the fields of a form.", {
      hint: 'Send {"firstName": "...", "email": "...", ...}.',
    });
  const names = [...new Set(fields.map(({ field }) => field))];
  return new RefusedError("validation_failed", "Some fields need another look.", {
    details: fields.map(({ field, message }) => `${field} ${message}`).join("; "),
    hint: `Correct ${names.join(", ")} and send the request again.`,
    fields,
  });
}

function rateLimited(retryAfterMs: number): RefusedError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new RefusedError("rate_limited", "Too many requests came from here.", {
    hint: `Try again in ${wait}, or call us.`,
    headers: { "retry-after": String(seconds) },
  });
}
