// The values of a form → stored, with the mails that they lead to; or why not. HTTP ends before it: what calls it makes an answer of the outcome.

import { clientKey } from "../client-address.ts";
import type { Clock } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import type { Delivery } from "../delivery/create-delivery.ts";
import type { FieldProblem } from "../errors.ts";
import { isKnownForm } from "../forms/known-forms.ts";
import type { Observe } from "../observe/relay-event.ts";
import { assessSuspicion } from "../requests/assess-suspicion.ts";
import { type ReadRequest, readRequest } from "../requests/read-request.ts";
import { isFromBlocked, isSuspicious, type NewSubmission } from "../requests/submission.ts";
import type { AcceptResult } from "../store/operations/accept.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Limit } from "../store/rows/outbox-entry.ts";
import { addressKey } from "../text/email-address.ts";
import type { Forms } from "../upkeep/forms-source.ts";
import type { BlockedSenders } from "./blocked-senders.ts";
import type { PlanEntries } from "./plan-entries.ts";

export interface Caller {
  readonly requestId: string;
  /** The visitor's, as far as the proxies on the way are trusted. */
  readonly address: string;
  readonly idempotencyKey: string | null;
  /** When the call began: its body may have taken a while. */
  readonly calledAt: number;
}

/** `problems`: of fields; empty where the body has none. */
export type Outcome = AcceptResult | { readonly kind: "invalid"; readonly problems: readonly FieldProblem[] };

/** Rejects with StoreError where nothing was stored. What is accepted or repeated is committed and fsynced. */
export type AcceptRequest = (body: unknown, caller: Caller) => Promise<Outcome>;

interface AcceptParts {
  readonly limits: RelayConfig["limits"];
  readonly outbox: Pick<Outbox, "accept">;
  readonly clock: Pick<Clock, "now">;
  readonly observe: Observe;
  readonly forms: Pick<Forms, "current">;
  readonly blocked: BlockedSenders;
  /** Which mails a submission leads to. */
  readonly planEntries: PlanEntries;
  /** There are new entries: the workers need not wait for their next look. */
  readonly onAccepted: Delivery["onAccepted"];
}

export function createAcceptRequest(parts: AcceptParts): AcceptRequest {
  const { limits, outbox, clock, observe, forms, blocked, planEntries, onAccepted } = parts;

  const toSubmission = async (request: ReadRequest, clientAddress: string): Promise<NewSubmission> => {
    const { form, fields, answers, page } = request;
    const isBlocked = await blocked.isBlocked({ fields, answers, clientAddress });
    const suspicion = assessSuspicion(request, isBlocked);
    return { form, fields, answers, page, suspicion, receivedAt: clock.now() };
  };

  return async (body, { requestId, address, idempotencyKey, calledAt }) => {
    const { request, problems } = readRequest(body, forms.current());
    if (request === null) return { kind: "invalid", problems };
    const submission = await toSubmission(request, address);
    const entries = planEntries(submission);
    const counted = limitsOf(limits, clientKey(address), submission);
    const outcome = await outbox.accept({ submission, entries, idempotencyKey, limits: counted });
    if (outcome.kind === "repeated") observe({ type: "repeated", requestId, submissionId: outcome.id });
    if (outcome.kind === "accepted") {
      observe({
        type: "accepted",
        requestId,
        submissionId: outcome.id,
        reference: outcome.reference,
        // The name of a form that the relay does not know is what a caller typed.
        form: isKnownForm(forms.current(), submission.form) ? submission.form : "other",
        held: isSuspicious(submission.suspicion),
        blocked: isFromBlocked(submission.suspicion),
        score: submission.suspicion.score,
        isOtherDefinition: request.isOtherDefinition,
        unknownFields: request.unknownFields,
        leftOutFields: request.leftOutFields,
        ms: clock.now() - calledAt,
      });
      onAccepted(entries.map(({ kind }) => kind));
    }
    return outcome;
  };
}

/** Suspicious requests are counted apart, so that a flood of them uses up no visitor's limit. */
function limitsOf(limits: RelayConfig["limits"], client: string, { fields, suspicion }: NewSubmission): Limit[] {
  const { perClient, perAddress, overall } = limits;
  const apart = isSuspicious(suspicion) ? "held-" : "";
  const counted: Limit[] = [];
  if (perClient !== null) counted.push({ key: `${apart}client:${client}`, ...perClient });
  if (perAddress !== null) counted.push({ key: `${apart}address:${addressKey(fields.email)}`, ...perAddress });
  if (overall !== null) counted.push({ key: `${apart}overall`, ...overall });
  return counted;
}
