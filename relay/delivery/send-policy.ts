// Which mails of one worker may go now. A breaker for the connection, which concerns them all; one for each route (a recipient of the
// team, a visitor's domain), so that a refusal of one keeps no other from going; and for acknowledgements, which go to any domain that a
// visitor names, one for all routes: a mail server that will not pass them on is not tried once per visitor. While it is open, or one mail
// is tried, acknowledgements are suspended.
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";
import type { Pause } from "./pause.ts";
import type { Failure } from "./transports/send-failure.ts";

export type SendPolicy = ReturnType<typeof createSendPolicy>;

/** A breaker, and what of the worker's mails is paused while it is open. */
interface NamedBreaker {
  readonly breaker: CircuitBreaker;
  /** Null for all of them. */
  readonly route: string | null;
  readonly cause: Pause["cause"];
}

/** Visitors can name any domain: beyond so many with trouble the oldest are forgotten. */
const MOST_ROUTES = 500;

export function createSendPolicy({ canSuspend }: { readonly canSuspend: boolean }) {
  const connection = createCircuitBreaker();
  const suspension = canSuspend ? createCircuitBreaker() : null;
  const ofAll: NamedBreaker[] = [{ breaker: connection, route: null, cause: "away" }];
  if (suspension !== null) ofAll.push({ breaker: suspension, route: null, cause: "refused" });
  /** Only the routes that had a failure. */
  const ofRoutes = new Map<string, NamedBreaker>();
  /** Whether the server took a mail since the start: until then, rows may wait because of a fault from before a restart. */
  let isProven = false;

  const allBreakers = () => [...ofAll, ...ofRoutes.values()];
  const breakerOf = (route: string): CircuitBreaker => {
    const named = ofRoutes.get(route) ?? { breaker: createCircuitBreaker(), route, cause: "refused" };
    ofRoutes.set(route, named);
    const [oldest = route] = ofRoutes.keys();
    if (ofRoutes.size > MOST_ROUTES) ofRoutes.delete(oldest);
    return named.breaker;
  };
  /** Whether a mail on this route may go. On trial, one may while none of `busy`, the routes of mails that are claimed, is its own. */
  const mayGo = (route: string, busy: ReadonlySet<string>, now: number): boolean => {
    const state = ofRoutes.get(route)?.breaker.state(now) ?? "closed";
    return state === "closed" || (state === "trial" && !busy.has(route));
  };
  /** The server took the mail, or judged it alone: what is known of its route. True where that ended a time of trouble. */
  const onRouteAnswer = (route: string, now: number): boolean => {
    const breaker = ofRoutes.get(route)?.breaker;
    const isBack = breaker?.onWorking(now) ?? false;
    if (breaker?.state(now) === "closed") ofRoutes.delete(route);
    return isBack;
  };
  const onFailure = (route: string, { scope, reason }: Failure, now: number): void => {
    if (scope === "connection") connection.onFailure(reason, now);
    if (scope !== "route") return;
    breakerOf(route).onFailure(reason, now);
    suspension?.onFailure(reason, now);
  };
  const isSuspended = (now: number) => suspension !== null && suspension.state(now) !== "closed";

  return {
    /** Whether one more may begin while so many are under way. */
    mayBegin(underWay: number, now: number): boolean {
      const states = ofAll.map(({ breaker }) => breaker.state(now));
      return !states.includes("open") && (underWay === 0 || !states.includes("trial"));
    },
    /** "open": nothing reaches the server; "trial": it may be back, and one mail shows it. */
    connectionState: connection.state,
    /** Tries every pause now, with one mail each. */
    tryNow(now: number): void {
      for (const { breaker } of allBreakers()) breaker.endPause(now);
    },
    mayGo,
    /** Routes that no mail may go on. */
    closedRoutes: (busy: ReadonlySet<string>, now: number) =>
      [...ofRoutes.keys()].filter((route) => !mayGo(route, busy, now)),
    /** The pauses that hold now, with the time at which each is tried again. */
    pauses: (now: number) =>
      allBreakers()
        .filter(({ breaker }) => breaker.state(now) === "open")
        .map(({ breaker, route, cause }) => ({ route, cause, opensAt: breaker.opensAt() })),
    /** When the next pause is tried again; infinite where none has a time. */
    nextOpening: (now: number): number =>
      Math.min(
        ...allBreakers()
          .map(({ breaker }) => breaker.opensAt())
          .filter((at) => at > now),
      ),
    /** `failure`: null where the mail was delivered. `recovered`: the mails that waited can go at once, on this route or on all. */
    onResult(route: string, failure: Failure | null, now: number) {
      const wasSuspended = isSuspended(now);
      if (failure !== null) onFailure(route, failure, now);
      const isConnectionBack = failure?.scope !== "connection" && connection.onWorking(now);
      const isAnswered = failure === null || (failure.scope === "mail" && failure.smtpCode !== null);
      const isRouteBack = isAnswered && onRouteAnswer(route, now);
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

function recoveredMails(all: boolean, route: boolean): "all" | "route" | null {
  if (all) return "all";
  return route ? "route" : null;
}

function suspensionChange(hasBegun: boolean, hasEnded: boolean): "begun" | "ended" | null {
  if (hasEnded) return "ended";
  return hasBegun ? "begun" : null;
}
