// The one call: bytes in, a stored submission out, and an answer that is true. Whatever throws on the way is answered in one place.

import type { IncomingMessage } from "node:http";
import { clientKey, readClient } from "../../client-address.ts";
import { RefusedError } from "../../errors.ts";
import { isKnownForm } from "../../forms/known-forms.ts";
import { assessSuspicion } from "../../requests/assess-suspicion.ts";
import { readRequest } from "../../requests/read-request.ts";
import { isFromBlocked, isSuspicious } from "../../requests/submission.ts";
import { limitsOf, rateLimited } from "../../service/accept-request.ts";
import { type Answer, replyPageOf, sendJson, sendTo } from "../server/answer.ts";
import type { HttpParts } from "../server/http-parts.ts";
import { readBody } from "../server/read-body.ts";
import { isPlainForm, readIdempotencyKey } from "../server/request-headers.ts";
import { checkKey } from "../server/token-check.ts";
import { answerPreflight, setCorsHeaders } from "./cors.ts";

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
