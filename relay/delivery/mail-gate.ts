// Whether a mail may go now: it depends on mails that go first, on pauses, and on the rate of the server.

import type { JumpAwareClock } from "../clock.ts";
import type { ClaimedRow, ClaimedRows } from "./claimed-rows.ts";
import type { DueClock } from "./due-clock.ts";
import type { MailRate } from "./mail-rate.ts";
import type { SendPolicy } from "./send-policy.ts";

export type MailGate = ReturnType<typeof createMailGate>;

interface GateParts {
  readonly clock: JumpAwareClock;
  readonly due: DueClock;
  readonly rows: ClaimedRows;
  readonly policy: SendPolicy;
  readonly rate: MailRate;
  /** Nothing is begun while this one has mails that can go, or waits for the server. */
  readonly after: { isBusy(): boolean } | undefined;
  readonly isRunning: () => boolean;
}

export function createMailGate({ clock, due, rows, policy, rate, after, isRunning }: GateParts) {
  /** Connections that are looking for a row. */
  let claiming = 0;
  const isFirst = () => after?.isBusy() !== true;
  const isWithinRate = () => rate.opensAt() <= clock.elapsed();
  return {
    /** Whether a connection may look for a row. */
    mayClaim: (): boolean =>
      isRunning() &&
      due.mayBeDue() &&
      isFirst() &&
      policy.mayBegin(rows.count() + claiming, clock.elapsed()) &&
      isWithinRate(),
    /** Checked again with the row in hand: a mail that goes first may have come, and other connections may have used up the rate. */
    mayGo: (row: ClaimedRow): boolean =>
      isRunning() && isFirst() && policy.mayGo(row.claimed.route, rows.routes(row), clock.elapsed()) && isWithinRate(),
    /** A connection that looks counts as a mail under way: it may find one. */
    async whileClaiming<Result>(claim: () => Promise<Result>): Promise<Result> {
      claiming += 1;
      try {
        return await claim();
      } finally {
        claiming -= 1;
      }
    },
    /** Milliseconds until a pause, or the rate, lets the next mail go. */
    opensIn(): number {
      const now = clock.elapsed();
      const rateOpensAt = rate.opensAt();
      return Math.min(policy.nextOpening(now), rateOpensAt > now ? rateOpensAt : Number.POSITIVE_INFINITY) - now;
    },
    /** A server that is away from this worker is away from all: the worker after it waits too, and for its first mail. */
    isBusy(): boolean {
      if (!isRunning()) return false;
      const now = clock.elapsed();
      const state = policy.connectionState(now);
      if (state === "open" || (state === "trial" && rows.count() > 0)) return true;
      return claiming > 0 || (due.mayBeDue() && policy.mayBegin(0, now));
    },
  };
}
