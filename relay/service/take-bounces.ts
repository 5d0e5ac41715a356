// Bounces → the store, from the command or over HTTP. Each is counted, and answered in one word.
import type { BounceReport } from "../mail/parse-bounce.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { LimitsOf, Outbox } from "../store/outbox.ts";

/** "recorded"; "repeated": it was known; "unknown": of no mail of ours; "no-bounce": the mail reports no failure. */
export type BounceOutcome = "recorded" | "repeated" | "unknown" | "no-bounce";

export interface TakeBouncesParts {
  readonly outbox: Pick<Outbox, "bounce">;
  readonly observe: Observe;
  readonly now: () => number;
  /** What a permanent bounce spends: while it is spent, the address gets nothing. */
  readonly bounceLimitsOf: LimitsOf;
}

export type TakeBounce = (report: BounceReport | null) => Promise<BounceOutcome>;

export function createTakeBounce({ outbox, observe, now, bounceLimitsOf }: TakeBouncesParts): TakeBounce {
  return async (report) => {
    const token = report?.token ?? null;
    if (report === null || token === null) {
      observe({
        type: "bounced",
        outcome: report === null ? "no-bounce" : "unknown",
        entryId: null,
        submissionId: null,
        isPermanent: null,
        status: null,
      });
      return report === null ? "no-bounce" : "unknown";
    }
    const { isPermanent, status, diagnostic } = report;
    const result = await outbox.bounce({ ...token, isPermanent, status, diagnostic }, now(), bounceLimitsOf);
    const ids = result.kind === "unknown" ? { entryId: null, submissionId: null } : result;
    observe({
      type: "bounced",
      outcome: result.kind,
      entryId: ids.entryId,
      submissionId: ids.submissionId,
      isPermanent,
      status,
    });
    return result.kind;
  };
}
