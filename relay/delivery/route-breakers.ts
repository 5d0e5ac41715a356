// A breaker for each route with trouble (a recipient of the team, a visitor's domain): a refusal on one route does not stop the others.

import { createCircuitBreaker } from "./circuit-breaker.ts";
import type { NamedBreaker } from "./named-breaker.ts";
import type { FailureReason } from "./transports/failure-reason.ts";

/** Visitors can name any domain: beyond so many with trouble the oldest are forgotten. */
const MOST_ROUTES = 500;

export function createRouteBreakers() {
  const breakers = new Map<string, NamedBreaker>();

  /** Whether a mail on this route may go. On trial, one may while none of `busy`, the routes of mails that are claimed, is its own. */
  const mayGo = (route: string, busy: ReadonlySet<string>, now: number): boolean => {
    const state = breakers.get(route)?.breaker.state(now) ?? "closed";
    return state === "closed" || (state === "trial" && !busy.has(route));
  };
  return {
    all: (): readonly NamedBreaker[] => [...breakers.values()],
    mayGo,
    /** Routes that no mail may go on. */
    closed: (busy: ReadonlySet<string>, now: number): readonly string[] =>
      [...breakers.keys()].filter((route) => !mayGo(route, busy, now)),
    /** The server took the mail, or judged it alone: what is known of its route. True where that ended a time of trouble. */
    onAnswer(route: string, now: number): boolean {
      const breaker = breakers.get(route)?.breaker;
      const isBack = breaker?.onWorking(now) ?? false;
      if (breaker?.state(now) === "closed") breakers.delete(route);
      return isBack;
    },
    onFailure(route: string, reason: FailureReason, now: number): void {
      const named = breakers.get(route) ?? { breaker: createCircuitBreaker(), route, cause: "refused" };
      breakers.set(route, named);
      const [oldest = route] = breakers.keys();
      if (breakers.size > MOST_ROUTES) breakers.delete(oldest);
      named.breaker.onFailure(reason, now);
    },
  };
}
