import type { Submission } from "../requests/submission.ts";

/** An accepted request as a receiver gets it (relay/docs/forms.md). The same entry makes the same bytes: a repeated attempt changes nothing. */
export function composeWebhook(entry: { readonly id: string }, request: Submission): string {
  const { reference, form, receivedAt, page, suspicion, fields, answers } = request;
  return JSON.stringify({
    id: entry.id,
    type: "request.accepted",
    reference,
    form,
    receivedAt: new Date(receivedAt).toISOString(),
    page,
    suspicions: suspicion.reasons,
    fields,
    answers,
  });
}
