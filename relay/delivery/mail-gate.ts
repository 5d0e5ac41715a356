// Whether a mail may go now: it depends on mails that go first, on pauses, and on the rate of the server.

import type { JumpAwareClock } from "../clock.ts";
import type { ClaimedRow, ClaimedRows } from "./claimed-rows.ts";
import type { DueClock } from "./due-clock.ts";
import type { MailRate } from "./mail-rate.ts";
import type { SendPolicy } from "./send-policy.ts";

export interface MailGate {
  /** Whether a connection may look for a row. */
  readonly mayClaim: () => boolean;
  /**
   * Checked again with the row in hand: a mail that goes first may have come, a pause may have begun, and other connections may have used
   * up the rate.
   */
  readonly mayGo: (row: ClaimedRow) => boolean;
  /** A connection that looks counts as a mail under way: it may find one. */
  whileClaiming<Result>(claim: () => Promise<Result>): Promise<Result>;
  /** Milliseconds until a pause, or the rate, lets the next mail go. */
  opensIn(): number;
  /** A server that this worker cannot reach is away for all: the worker after it waits too, also for its first mail. */
  isBusy(): boolean;
}

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

export function createMailGate({ clock, due, rows, policy, rate, after, isRunning }: GateParts): MailGate {
  /** Connections that are looking for a row. */
  let claiming = 0;
  const isFirst = () => after?.isBusy() !== true;
  const isWithinRate = () => rate.opensAt() <= clock.elapsed();
  return {
    mayClaim: () =>
      isRunning() &&
      due.mayBeDue() &&
      isFirst() &&
      policy.mayBegin(rows.count() + claiming, clock.elapsed()) &&
      isWithinRate(),
    mayGo: (row) =>
      isRunning() && isFirst() && policy.mayGo(row.claimed.route, rows.routes(row), clock.elapsed()) && isWithinRate(),
    async whileClaiming<Result>(claim: () => Promise<Result>): Promise<Result> {
      claiming += 1;
      try {
        return await claim();
      } finally {
        claiming -= 1;
      }
    },
    opensIn() {
      const now = clock.elapsed();
      const rateOpensAt = rate.opensAt();
      return Math.min(policy.nextOpening(now), rateOpensAt > now ? rateOpensAt : Number.POSITIVE_INFINITY) - now;
    },
    isBusy() {
      if (!isRunning()) return false;
      const now = clock.elapsed();
      const state = policy.connectionState(now);
      if (state === "open" || (state === "trial" && rows.count() > 0)) return true;
      return claiming > 0 || (due.mayBeDue() && policy.mayBegin(0, now));
    },
  };
}
