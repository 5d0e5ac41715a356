// A submission → its mails and calls: one entry per recipient, so that they arrive or fail independently.

import type { RelayConfig } from "../config/config.ts";
import { ofAllForms, ofForm } from "../forms/per-form.ts";
import { isFromBlocked, isSuspicious, type NewSubmission } from "../requests/submission.ts";
import { mailLimitsOf } from "../store/rows/limits.ts";
import type { NewEntry } from "../store/rows/outbox-entry.ts";
import { acknowledgementKey, mayBeAcknowledged } from "../text/email-address.ts";
import type { MailWords } from "../words/mail-words.ts";

export type PlanEntries = (submission: NewSubmission) => NewEntry[];

type Mail = Pick<RelayConfig["mail"], "to" | "from" | "acknowledge" | "fallback">;

export function createPlanEntries(
  config: { readonly mail: Mail } & Pick<RelayConfig, "webhooks">,
  words: () => Pick<MailWords, "company">,
): PlanEntries {
  const { mail } = config;
  const { from, to, fallback } = mail;
  const addresses = [from.address, ...ofAllForms(to).flat(), ...(fallback === null ? [] : [fallback])];
  const configured = addresses.map(acknowledgementKey);
  return ({ form, fields, suspicion }) => {
    const state = isSuspicious(suspicion) ? "held" : "queued";
    const why = isFromBlocked(suspicion) ? ({ reason: "blocked" } as const) : {};
    const entryTo = (kind: NewEntry["kind"]) => (recipient: string) =>
      ({ kind, recipient, state, ...why, unlessSpent: mailLimitsOf({ kind, recipient }) }) as const;
    const ownAddresses = new Set([...configured, acknowledgementKey(words().company.email)]);
    const isConfirmed = mail.acknowledge && mayBeAcknowledged(fields.email, ownAddresses);
    return [
      ...ofForm(mail.to, form).map(entryTo("team")),
      ...config.webhooks.urls.map(entryTo("webhook")),
      ...(isConfirmed ? [fields.email] : []).map(entryTo("acknowledgement")),
    ];
  };
}
