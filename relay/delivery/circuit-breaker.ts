// Keeps ten thousand due rows from hammering a server that takes none: after faults that concern every mail that it guards, these are left
// alone for a while, then one is tried, then all. A data structure: it reads no clock and starts nothing.

import { delayAt } from "./retry-schedule.ts";
import type { FailureReason } from "./transports/failure-reason.ts";

/** "closed": mails go. "open": none until `opensAt`. "trial": one at a time, until one shows that the server takes mail. */
export type BreakerState = "closed" | "open" | "trial";

export interface CircuitBreaker {
  readonly state: (now: number) => BreakerState;
  /** Until when nothing is tried; 0 where there was no pause. */
  readonly opensAt: () => number;
  endPause(now: number): void;
  /** The server accepted, refused or deferred a mail and is ready for the next. True where that ended a time of trouble. */
  onWorking(now: number): boolean;
  /** Every mail that this breaker guards would fail the same way. */
  onFailure(reason: FailureReason, now: number): void;
}

/** The pauses in order; the last one is repeated. A server that recovered is noticed within five minutes. */
const PAUSES_MS: readonly number[] = [30_000, 60_000, 120_000, 300_000];

/** A single lost connection does not count. A single refused login does, because repeated logins get accounts locked. */
const FAULTS_IN_A_ROW = 3;
const AT_ONCE: ReadonlySet<FailureReason> = new Set(["login", "sender-refused", "relaying-denied", "tls"]);

export function createCircuitBreaker(): CircuitBreaker {
  /** When the last pause ends; null where there was none since the server last took a mail. */
  let opensAt: number | null = null;
  let pauses = 0;
  let faults = 0;
  const state = (now: number): BreakerState => {
    if (opensAt === null) return "closed";
    return opensAt > now ? "open" : "trial";
  };
  return {
    state,
    opensAt: () => opensAt ?? 0,
    endPause(now) {
      if (state(now) === "open") opensAt = now;
    },
    onWorking(now) {
      // The breaker opened meanwhile because of another mail: a mail that was under way then says nothing about now.
      if (state(now) === "open") return false;
      const wasTrouble = opensAt !== null;
      opensAt = null;
      pauses = 0;
      faults = 0;
      return wasTrouble;
    },
    onFailure(reason, now) {
      if (state(now) === "open") return;
      faults += 1;
      if (opensAt === null && faults < FAULTS_IN_A_ROW && !AT_ONCE.has(reason)) return;
      opensAt = now + delayAt(PAUSES_MS, pauses, `${now}`);
      pauses += 1;
    },
  };
}
