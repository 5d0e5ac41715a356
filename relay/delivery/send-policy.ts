// Which mails of one worker may go now. A breaker for the connection, which concerns them all; one for each route; and for
// acknowledgements, which go to any domain that a visitor names, one for all routes: a mail server that will not pass them on is not tried
// once per visitor. While it is open, or one mail is tried, acknowledgements are suspended.
import { type BreakerState, createCircuitBreaker } from "./circuit-breaker.ts";
import { type NamedBreaker, nextOpeningOf, type PausedBreaker, pausedNow } from "./named-breaker.ts";
import { createRouteBreakers } from "./route-breakers.ts";
import type { Failure } from "./transports/send-failure.ts";

export interface SendPolicy {
  /** Whether one more may begin while so many are under way. */
  mayBegin(underWay: number, now: number): boolean;
  /** "open": nothing reaches the server; "trial": it may be back, and one mail shows it. */
  readonly connectionState: (now: number) => BreakerState;
  /** Tries every pause now, with one mail each. */
  tryNow(now: number): void;
  /** Whether a mail that is claimed may go: a pause may have begun while the store was asked for it. */
  mayGo(route: string, busy: ReadonlySet<string>, now: number): boolean;
  readonly closedRoutes: (busy: ReadonlySet<string>, now: number) => readonly string[];
  readonly pauses: (now: number) => readonly PausedBreaker[];
  readonly nextOpening: (now: number) => number;
  /** `failure`: null where the mail was delivered. */
  onResult(route: string, failure: Failure | null, now: number): PolicyChange;
}

interface PolicyChange {
  /** The mails that waited can go at once, on this route or on all. */
  readonly recovered: "route" | "all" | null;
  readonly suspension: "begun" | "ended" | null;
}

export function createSendPolicy({ canSuspend }: { readonly canSuspend: boolean }): SendPolicy {
  const connection = createCircuitBreaker();
  const suspension = canSuspend ? createCircuitBreaker() : null;
  const routes = createRouteBreakers();
  const ofAll: NamedBreaker[] = [{ breaker: connection, route: null, cause: "away" }];
  if (suspension !== null) ofAll.push({ breaker: suspension, route: null, cause: "refused" });
  const allBreakers = () => [...ofAll, ...routes.all()];
  /** Whether the server took a mail since the start: until then, rows may wait because of a fault from before a restart. */
  let isProven = false;

  const onFailure = (route: string, { scope, reason }: Failure, now: number): void => {
    if (scope === "connection") connection.onFailure(reason, now);
    if (scope !== "route") return;
    routes.onFailure(route, reason, now);
    suspension?.onFailure(reason, now);
  };
  const isSuspended = (now: number) => suspension !== null && suspension.state(now) !== "closed";

  return {
    mayBegin(underWay, now) {
      const states = ofAll.map(({ breaker }) => breaker.state(now));
      return !states.includes("open") && (underWay === 0 || !states.includes("trial"));
    },
    connectionState: connection.state,
    tryNow(now) {
      for (const { breaker } of allBreakers()) breaker.endPause(now);
    },
    mayGo: (route, busy, now) =>
      ofAll.every(({ breaker }) => breaker.state(now) !== "open") && routes.mayGo(route, busy, now),
    closedRoutes: routes.closed,
    pauses: (now) => pausedNow(allBreakers(), now),
    nextOpening: (now) => nextOpeningOf(allBreakers(), now),
    onResult(route, failure, now) {
      const wasSuspended = isSuspended(now);
      if (failure !== null) onFailure(route, failure, now);
      const isConnectionBack = failure?.scope !== "connection" && connection.onWorking(now);
      const isAnswered = failure === null || (failure.scope === "mail" && failure.smtpCode !== null);
      const isRouteBack = isAnswered && routes.onAnswer(route, now);
      const isFirst = failure === null && !isProven;
      isProven ||= isFirst;
      const hasEnded = failure === null && (suspension?.onWorking(now) ?? false);
      const hasBegun = !wasSuspended && suspension?.state(now) === "open";
      return {
        recovered: recoveredMails(isConnectionBack || hasEnded || isFirst, isRouteBack),
        suspension: suspensionChange(hasBegun, hasEnded),
      };
    },
  };
}

function recoveredMails(all: boolean, route: boolean): PolicyChange["recovered"] {
  if (all) return "all";
  return route ? "route" : null;
}

function suspensionChange(hasBegun: boolean, hasEnded: boolean): PolicyChange["suspension"] {
  if (hasEnded) return "ended";
  return hasBegun ? "begun" : null;
}
