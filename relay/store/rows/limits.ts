import { DAY_MS, HOUR_MS } from "../../clock.ts";
import { acknowledgementKey } from "../../text/email-address.ts";
import type { Limit, OutboxEntry } from "./outbox-entry.ts";

/** An address with a permanent bounce gets no acknowledgement for this time; the mailbox may exist by then. */
const BOUNCED_MS = 30 * DAY_MS;
/** The most that an abuser could make us write to strangers in an hour. */
const ACKNOWLEDGEMENTS_PER_HOUR = 60;

/** What a mail spends when it is queued: at once, or when it is released. */
export const mailLimitsOf = ({ kind, recipient }: Pick<OutboxEntry, "kind" | "recipient">): readonly Limit[] =>
  kind !== "acknowledgement"
    ? []
    : [
        { key: `acknowledged:${acknowledgementKey(recipient)}`, count: 1, windowMs: DAY_MS },
        { key: "acknowledgements", count: ACKNOWLEDGEMENTS_PER_HOUR, windowMs: HOUR_MS },
        { ...bounceLimitOf(recipient), checkOnly: true },
      ];

/** What a permanent bounce spends, and nothing else does: meanwhile its address gets no acknowledgement. */
export const bounceLimitOf = (recipient: string): Limit => ({
  key: `bounced:${acknowledgementKey(recipient)}`,
  count: 1,
  windowMs: BOUNCED_MS,
});
