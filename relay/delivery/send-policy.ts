// Which mails of one worker may go now. A breaker for the connection, which concerns them all; one for each route (a recipient of the
// team, a visitor's domain), so that a refusal of one keeps no other from going; and for acknowledgements, which go to any domain that a
// visitor names, one for all routes: a mail server that will not pass them on is not tried once per visitor. While it is open, or one mail
// is tried, acknowledgements are suspended.
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";
import type { Pause } from "./pause.ts";
import type { Failure } from "./transports/send-failure.ts";

/** Visitors can name any domain: beyond so many with trouble the oldest are forgotten. */
const MOST_ROUTES = 500;

export function createSendPolicy({ canSuspend }: { readonly canSuspend: boolean }) {
  const connection = createCircuitBreaker();
  /** Whether a mail was taken: until then, what waits may wait for a fault that is over, from before a restart. */
  let isProven = false;
  /** Those with trouble alone. */
  const routes = new Map<string, CircuitBreaker>();
  const suspension = canSuspend ? createCircuitBreaker() : null;

  const breakerOf = (route: string): CircuitBreaker => {
    const breaker = routes.get(route) ?? createCircuitBreaker();
    routes.set(route, breaker);
    const [oldest = route] = routes.keys();
    if (routes.size > MOST_ROUTES) routes.delete(oldest);
    return breaker;
  };
  const ofAll = () => (suspension === null ? [connection] : [connection, suspension]);
  /** Whether a mail on this route may go. On trial, one may while none of `busy`, the routes of mails that are claimed, is its own. */
  const mayGo = (route: string, busy: ReadonlySet<string>, now: number): boolean => {
    const state = routes.get(route)?.state(now) ?? "closed";
    return state === "closed" || (state === "trial" && !busy.has(route));
  };

  return {
    /** Whether one more may begin while so many are under way. */
    mayBegin(underWay: number, now: number): boolean {
      const states = ofAll().map((breaker) => breaker.state(now));
      return !states.includes("open") && (underWay === 0 || !states.includes("trial"));
    },
    /** "open": nothing reaches the server; "trial": it may be back, and one mail shows it. */
    connectionState: connection.state,
    /** What is paused is tried now, by one mail each. */
    tryNow(now: number): void {
      for (const breaker of [...ofAll(), ...routes.values()]) breaker.endPause(now);
    },
    mayGo,
    /** Routes that no mail may go on. */
    closedRoutes: (busy: ReadonlySet<string>, now: number) =>
      [...routes.keys()].filter((route) => !mayGo(route, busy, now)),
    /** What does not go now, and when each is tried again. */
    pauses(now: number): readonly { readonly route: string | null; cause: Pause["cause"]; opensAt: number }[] {
      const all = [
        [null, connection, "away"] as const,
        ...(suspension === null ? [] : [[null, suspension, "refused"] as const]),
        ...[...routes].map(([route, breaker]) => [route, breaker, "refused"] as const),
      ];
      return all
        .filter(([, breaker]) => breaker.state(now) === "open")
        .map(([route, breaker, cause]) => ({ route, cause, opensAt: breaker.opensAt() }));
    },
    /** When the next of them is tried again; infinite where none waits for its time. */
    nextOpening(now: number): number {
      const times = [...ofAll(), ...routes.values()].map((breaker) => breaker.opensAt());
      return Math.min(...times.filter((at) => at > now));
    },
    /** `facts`: null where the mail was delivered. `recovered`: what waits because of it can go at once, on this route or on all. */
    onResult(route: string, facts: Failure | null, now: number) {
      const wasSuspended = suspension !== null && suspension.state(now) !== "closed";
      if (facts?.scope === "connection") connection.onFailure(facts.reason, now);
      if (facts?.scope === "route")
        for (const breaker of [breakerOf(route), suspension]) breaker?.onFailure(facts.reason, now);
      const isAnswered = facts === null || (facts.scope === "mail" && facts.smtpCode !== null);
      const isConnectionBack = facts?.scope !== "connection" && connection.onWorking(now);
      const breaker = routes.get(route);
      const isRouteBack = isAnswered && (breaker?.onWorking(now) ?? false);
      if (isAnswered && breaker?.state(now) === "closed") routes.delete(route);
      const isFirst = facts === null && !isProven;
      isProven ||= isFirst;
      const ended = facts === null && (suspension?.onWorking(now) ?? false);
      const begun = !wasSuspended && suspension?.state(now) === "open";
      return {
        recovered: isConnectionBack || ended || isFirst ? "all" : isRouteBack ? "route" : null,
        suspension: ended ? "ended" : begun ? "begun" : null,
      } as const;
    },
  };
}
