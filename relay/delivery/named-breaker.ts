// A breaker, and which of a worker's mails are paused while it is open.

import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { Pause } from "./pause.ts";

export interface NamedBreaker {
  readonly breaker: CircuitBreaker;
  /** Null for all of them. */
  readonly route: string | null;
  readonly cause: Pause["cause"];
}

export interface PausedBreaker extends Pick<NamedBreaker, "route" | "cause"> {
  /** When it is tried again. */
  readonly opensAt: number;
}

/** The pauses that hold now. */
export const pausedNow = (breakers: readonly NamedBreaker[], now: number): PausedBreaker[] =>
  breakers
    .filter(({ breaker }) => breaker.state(now) === "open")
    .map(({ breaker, route, cause }) => ({ route, cause, opensAt: breaker.opensAt() }));

/** When the next pause is tried again; infinite where none has a time. */
export const nextOpeningOf = (breakers: readonly NamedBreaker[], now: number): number =>
  Math.min(...breakers.map(({ breaker }) => breaker.opensAt()).filter((at) => at > now));
