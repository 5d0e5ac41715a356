// One attempt of a leased row: a last look at its lease, the mail or the call sent, and the result written down.
import type { Timeline } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { ClaimedEntry, Outbox } from "../outbox/outbox.ts";
import type { Attempt, AttemptEnd } from "../outbox/outbox-entry.ts";
import { SendFailure } from "../transport/send-failure.ts";
import { outcomeOf, type SendResult } from "./attempt-outcome.ts";
import type { EntryTransport } from "./entry-transport.ts";
import type { Lease } from "./leases.ts";

export interface AttemptParts {
  readonly outbox: Pick<Outbox, "finish" | "renew">;
  readonly transport: Pick<EntryTransport, "send">;
  readonly clock: Timeline;
  readonly observe: Observe;
  readonly onStore?: (error: unknown) => void;
  readonly leaseMs: number;
  /** The recipient of mails to the team that their own mailbox refuses. */
  readonly fallback?: string | null;
}

export interface Attempted {
  readonly result: SendResult;
  readonly end: AttemptEnd;
}

export interface Attempts {
  /** "lost": the row is another claim's by now, and was not sent. "stopped": it was ended before the mail was out, as if it had not begun. */
  run(lease: Lease): Promise<Attempted | "lost" | "stopped">;
  /** Stops retrying to write results to a store that takes none. */
  endRetries(): void;
  /** Ends the attempts that are running. */
  abort(): void;
}

/** A row that waited longer than this behind others, or while the clock was set, has its lease renewed before it is sent. */
const FRESH_MS = 30_000;
/** The store takes no writes: it is tried again this often. */
export const STORE_RETRY_MS = 1_000;

export function createAttempts(parts: AttemptParts): Attempts {
  const { outbox, clock, observe } = parts;
  const stopping = new AbortController();
  const retries = new Set<() => void>();
  let isEnding = false;

  const isStillOurs = async ({ claimed, token, claimedAt, setForwardMs }: Lease): Promise<boolean> => {
    const now = clock.now();
    if (clock.elapsed() - claimedAt < FRESH_MS && clock.setForwardMs() === setForwardMs) return true;
    return outbox.renew(claimed.entry.id, token, now + parts.leaseMs);
  };

  const send = async (claimed: ClaimedEntry): Promise<SendResult> => {
    try {
      const delivered = await parts.transport.send(claimed, stopping.signal);
      return delivered === null ? { kind: "empty" } : { kind: "delivered", ...delivered };
    } catch (error) {
      if (error instanceof SendFailure) return { kind: "failed", facts: error.facts };
      observe({ type: "fault", where: "delivery", error });
      return { kind: "fault" };
    }
  };

  /** A result is kept until it is written down: forgetting a delivery would be a second mail. */
  const record = async (lease: Lease, attempt: Attempt, end: AttemptEnd, ms: number): Promise<void> => {
    const { entry, submission } = lease.claimed;
    for (let isFirst = true; ; isFirst = false) {
      try {
        if ((await outbox.finish(entry.id, lease.token, attempt, end)) === "lost") return;
        break;
      } catch (error) {
        if (isFirst) observe({ type: "fault", where: "delivery", error });
        parts.onStore?.(error);
        if (isEnding) return;
        await nextRetry();
      }
    }
    const { id: entryId, submissionId, kind } = entry;
    observe({
      type: "attempted",
      entryId,
      submissionId,
      kind,
      number: entry.attempts + 1,
      outcome: attempt.outcome,
      smtpCode: attempt.smtpCode,
      enhancedCode: attempt.enhancedCode,
      reason: attempt.reason,
      ms,
      sinceAcceptedMs: attempt.endedAt - (submission?.receivedAt ?? entry.createdAt),
      isLast: end.to !== "queued",
    });
    if (end.to === "queued" && end.recipient !== undefined)
      observe({ type: "fell-back", entryId, submissionId, kind, reason: end.reason });
    if (end.to === "dead")
      observe({ type: "dead", entryId, submissionId, kind, reason: end.reason, attempts: entry.attempts + 1 });
  };

  const nextRetry = () =>
    new Promise<void>((resolve) => {
      const callOff = clock.after(STORE_RETRY_MS, () => end());
      const end = () => {
        callOff();
        retries.delete(end);
        resolve();
      };
      retries.add(end);
    });

  return {
    async run(lease) {
      if (!(await isStillOurs(lease))) return "lost";
      const began = { at: clock.now(), elapsed: clock.elapsed() };
      const result = await send(lease.claimed);
      const endedAt = clock.now();
      const ms = clock.elapsed() - began.elapsed;
      if (result.kind === "failed" && result.facts.reason === "stopped" && result.facts.outcome === "deferred")
        return "stopped";
      const { entry } = lease.claimed;
      const expiresAt = entry.expiresAt + clock.setForwardMs() - lease.setForwardMs;
      const [attempt, end] = outcomeOf(
        result,
        { ...entry, expiresAt },
        { startedAt: began.at, endedAt },
        parts.fallback,
      );
      await record(lease, attempt, end, ms);
      return { result, end };
    },
    endRetries() {
      isEnding = true;
      for (const end of [...retries]) end();
    },
    abort: () => stopping.abort(),
  };
}
