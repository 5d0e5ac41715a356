// Keeps ten thousand due rows from hammering a server that takes none: after faults that concern every mail that it guards, these are left
// alone for a while, then one is tried, then all. A data structure: it reads no clock and starts nothing.

import { jitter } from "./retry-schedule.ts";
import type { FailureReason } from "./send-failure.ts";

/** "closed": mails go. "open": none until `opensAt`. "trial": one at a time, until one shows that the server takes mail. */
export type BreakerState = "closed" | "open" | "trial";

export interface CircuitBreaker {
  state(): BreakerState;
  /** Until when nothing is tried; 0 unless open. */
  opensAt(): number;
  /** The server took or judged a mail, or put one off, and would look at the next. True where that ended a time of trouble. */
  onWorking(sign: "took" | "put-off"): boolean;
  /** `isForAll`: every mail that this breaker guards would fail the same way. */
  onFailure(failure: { readonly isForAll: boolean; readonly reason: FailureReason }, now: number): void;
  /** The pause is over, and a look at the server, where one was taken, went well or not. */
  onPauseOver(isWell: boolean, now: number): void;
}

/** Pauses one after the other; the last goes on. A server that recovered is noticed within five minutes. */
export const PAUSES_MS: readonly number[] = [30_000, 60_000, 120_000, 300_000];

export const pauseMs = (level: number, seed: string): number =>
  Math.round((PAUSES_MS[Math.min(level, PAUSES_MS.length - 1)] ?? 0) * jitter(seed));

/** A single lost connection is nothing. A refused login is: trying on gets accounts locked. */
export const FAULTS_IN_A_ROW = 3;
export const AT_ONCE: ReadonlySet<FailureReason> = new Set(["login", "sender-refused", "relaying-denied", "tls"]);
/** Servers that put off each single mail are left alone as well, though later. */
const DEFERRALS_IN_A_ROW = 25;

export function createCircuitBreaker(): CircuitBreaker {
  let state: BreakerState = "closed";
  let opensAt = 0;
  let level = 0;
  let faults = 0;
  let deferrals = 0;

  const open = (now: number) => {
    opensAt = now + pauseMs(level, `${now}`);
    level += 1;
    state = "open";
  };
  return {
    state: () => state,
    opensAt: () => (state === "open" ? opensAt : 0),
    onWorking(sign) {
      if (sign === "took") {
        level = 0;
        deferrals = 0;
      }
      // Given up in the meantime, for another mail's sake: what was under way then says nothing of now.
      if (state === "open") return false;
      const wasTrouble = state === "trial";
      state = "closed";
      faults = 0;
      return wasTrouble;
    },
    onFailure({ isForAll, reason }, now) {
      if (state === "open") return;
      faults += isForAll ? 1 : 0;
      deferrals += 1;
      const isDown = isForAll && (state === "trial" || faults >= FAULTS_IN_A_ROW || AT_ONCE.has(reason));
      if (!isDown && deferrals < DEFERRALS_IN_A_ROW) return;
      faults = 0;
      deferrals = 0;
      open(now);
    },
    onPauseOver(isWell, now) {
      if (isWell) state = "trial";
      else open(now);
    },
  };
}
