// A submission → its mails and calls: one entry per recipient, so that what keeps one from arriving keeps no other.
import { DAY_MS, HOUR_MS } from "../clock.ts";
import type { RelayConfig } from "../config/config.ts";
import { ofAllForms, ofForm } from "../config/values.ts";
import { acknowledgementKey, mayBeAcknowledged } from "../mail/email-address.ts";
import { isFromBlocked, isSuspicious, type NewSubmission } from "../mail/submission.ts";
import type { LimitsOf } from "../store/outbox.ts";
import type { NewEntry } from "../store/outbox-entry.ts";

/** An address with a permanent bounce gets no acknowledgement for this time; the mailbox may exist by then. */
const BOUNCED_MS = 30 * DAY_MS;
/** The most that an abuser could make us write to strangers in an hour. */
const ACKNOWLEDGEMENTS_PER_HOUR = 60;

export type PlanEntries = (submission: NewSubmission) => NewEntry[];

type Mail = Pick<RelayConfig["mail"], "to" | "from" | "words" | "acknowledge" | "fallback">;

export function createPlanEntries(config: { readonly mail: Mail } & Pick<RelayConfig, "webhooks">): PlanEntries {
  const { mail } = config;
  const { from, words, to, fallback } = mail;
  const addresses = [from.address, words.company.email, ...ofAllForms(to).flat()];
  const own = new Set([...addresses, ...(fallback === null ? [] : [fallback])].map(acknowledgementKey));
  return ({ form, fields, suspicion }) => {
    const state = isSuspicious(suspicion) ? "held" : "queued";
    const why = isFromBlocked(suspicion) ? ({ reason: "blocked" } as const) : {};
    const entryTo = (kind: NewEntry["kind"]) => (recipient: string) =>
      ({ kind, recipient, state, ...why, unlessSpent: mailLimitsOf({ kind, recipient }) }) as const;
    const isConfirmed = mail.acknowledge && mayBeAcknowledged(fields.email, own);
    return [
      ...ofForm(mail.to, form).map(entryTo("team")),
      ...config.webhooks.urls.map(entryTo("webhook")),
      ...(isConfirmed ? [fields.email] : []).map(entryTo("acknowledgement")),
    ];
  };
}

/** What a mail spends when it is queued: at once, or when it is released. */
export const mailLimitsOf: LimitsOf = ({ kind, recipient }) =>
  kind !== "acknowledgement"
    ? []
    : [
        { key: `acknowledged:${acknowledgementKey(recipient)}`, count: 1, windowMs: DAY_MS },
        { key: "acknowledgements", count: ACKNOWLEDGEMENTS_PER_HOUR, windowMs: HOUR_MS },
        ...bounceLimitsOf({ kind, recipient }).map((limit) => ({ ...limit, checkOnly: true })),
      ];

/** What a permanent bounce spends, and nothing else does: meanwhile its address gets no acknowledgement. */
export const bounceLimitsOf: LimitsOf = ({ recipient }) => [
  { key: `bounced:${acknowledgementKey(recipient)}`, count: 1, windowMs: BOUNCED_MS },
];
