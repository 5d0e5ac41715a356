// Acknowledgements go to any domain a visitor names. A mail server that will not pass them on is not tried once per
// visitor: all are suspended, which is reported once, and one is tried now and then. They go on when a domain that was refused is served.
// A data structure: it reads no clock and starts nothing.

import { AT_ONCE, FAULTS_IN_A_ROW, pauseMs } from "./circuit-breaker.ts";
import type { FailureFacts, FailureReason } from "./send-failure.ts";

export interface Suspension {
  /** "none": mails go. "open": none until `opensAt`. "trial": one at a time. */
  state(now: number): "none" | "open" | "trial";
  opensAt(): number;
  /** True where this began the suspension. */
  onFailure(route: string, facts: Pick<FailureFacts, "outcome" | "scope" | "reason">, now: number): boolean;
  /** True where this ended it. */
  onTaken(route: string, now: number): boolean;
}

/** A refusal is forgotten after this time: what waited for that domain has been given up by then. */
const REFUSAL_LIFE_MS = 86_400_000;
/** Refusals that name no reason of ours: one may be meant for its recipient, so many domains in a row are not. */
const UNNAMED: ReadonlySet<FailureReason> = new Set(["address-refused", "content-refused"]);

export function createSuspension(): Suspension {
  /** Since the last mail that was taken. */
  let faults = 0;
  const unnamed = new Set<string>();
  /** Route → when it was refused last, while suspended. */
  const refused = new Map<string, number>();
  let isSuspended = false;
  let hasTaken = false;
  let opensAt = 0;
  let level = 0;

  const pause = (now: number) => {
    opensAt = now + pauseMs(level, `${now}`);
    level += 1;
  };
  const isRefusal = (route: string, { scope, reason }: Pick<FailureFacts, "scope" | "reason">): boolean => {
    if (scope === "route") {
      faults += 1;
      return isSuspended || AT_ONCE.has(reason) || faults >= FAULTS_IN_A_ROW;
    }
    if (!UNNAMED.has(reason)) return false;
    unnamed.add(route);
    return unnamed.size >= FAULTS_IN_A_ROW;
  };
  return {
    state: (now) => (!isSuspended ? "none" : now < opensAt ? "open" : "trial"),
    opensAt: () => opensAt,
    onFailure(route, facts, now) {
      if (!isRefusal(route, facts)) return false;
      const isKnown = refused.has(route);
      refused.set(route, now);
      const begins = !isSuspended;
      if (begins) {
        isSuspended = true;
        hasTaken = false;
        level = 0;
      }
      // Where the server serves other domains, one that it is known not to serve says nothing new.
      if (begins || !isKnown || !hasTaken) pause(now);
      return begins;
    },
    onTaken(route, now) {
      faults = 0;
      unnamed.clear();
      if (!isSuspended) return false;
      hasTaken = true;
      for (const [each, at] of refused) if (at <= now - REFUSAL_LIFE_MS) refused.delete(each);
      // What it refused before it serves now: the cause is gone.
      if (refused.has(route)) refused.clear();
      isSuspended = refused.size > 0;
      return !isSuspended;
    },
  };
}
