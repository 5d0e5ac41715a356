// A bounced mail → the store, from the command or over HTTP. Each is counted, and answered in one word.
import type { BounceReport } from "../bounces/parse-bounce.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { BounceResult } from "../store/operations/bounce.ts";
import type { Outbox } from "../store/outbox.ts";

interface BounceParts {
  readonly outbox: Outbox;
  readonly observe: Observe;
  readonly now: () => number;
}

/** "recorded"; "repeated": it was known; "unknown": of no mail of ours; "no-bounce": the mail reports no failure. */
export type BounceOutcome = "recorded" | "repeated" | "unknown" | "no-bounce";

export async function takeBounce(
  { outbox, observe, now }: BounceParts,
  report: BounceReport | null,
): Promise<BounceOutcome> {
  const outcome = await recordBounce(outbox, report, now());
  const isOurs = outcome.kind === "recorded" || outcome.kind === "repeated";
  observe({
    type: "bounced",
    outcome: outcome.kind,
    entryId: isOurs ? outcome.entryId : null,
    submissionId: isOurs ? outcome.submissionId : null,
    isPermanent: report?.isPermanent ?? null,
    status: report?.status ?? null,
  });
  return outcome.kind;
}

async function recordBounce(
  outbox: Outbox,
  report: BounceReport | null,
  now: number,
): Promise<BounceResult | { readonly kind: "no-bounce" }> {
  if (report === null) return { kind: "no-bounce" };
  const { entryId, isPermanent, status, diagnostic } = report;
  return entryId === null ? { kind: "unknown" } : outbox.bounce({ entryId, isPermanent, status, diagnostic }, now);
}
