// A submission → its mails and calls: one entry per recipient, so that what keeps one from arriving keeps no other.
import type { RelayConfig } from "../config/config.ts";
import { ofAllForms, ofForm } from "../config/values.ts";
import { acknowledgementKey, mayBeAcknowledged } from "../mail/email-address.ts";
import type { MailWords } from "../mail/mail-words.ts";
import { isFromBlocked, isSuspicious, type NewSubmission } from "../mail/submission.ts";
import { mailLimitsOf, type NewEntry } from "../store/outbox-entry.ts";

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
    const own = new Set([...configured, acknowledgementKey(words().company.email)]);
    const isConfirmed = mail.acknowledge && mayBeAcknowledged(fields.email, own);
    return [
      ...ofForm(mail.to, form).map(entryTo("team")),
      ...config.webhooks.urls.map(entryTo("webhook")),
      ...(isConfirmed ? [fields.email] : []).map(entryTo("acknowledgement")),
    ];
  };
}
