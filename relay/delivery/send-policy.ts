// Which mails of one worker may go now. A breaker for the connection, which concerns them all; one for each route (a recipient of the
// team, a visitor's domain), so that a refusal of one keeps no other from going; and for acknowledgements the suspension of all.
import type { Pause } from "../store/pause.ts";
import { type BreakerState, type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";
import type { FailureFacts } from "./send-failure.ts";
import { createSuspension } from "./suspension.ts";

/** What an attempt says of the server: it took or judged a mail, it put one off, or nothing good. */
export type WorkingSign = "delivered" | "judged" | "put-off" | null;

export interface PolicyNews {
  /** What waits because of it can go at once: on this route, or on all. */
  readonly recovered: "route" | "all" | null;
  readonly suspension: "begun" | "ended" | null;
}

export interface SendPolicy {
  /** How many more may begin while so many are under way. */
  capacity(connections: number, underWay: number, now: number): number;
  /** "open": nothing reaches the server; "trial": it may be back. */
  line(): BreakerState;
  /** Whether a look at the server has to show first that it is there again. */
  isLookDue(now: number): boolean;
  onLook(isWell: boolean, now: number): void;
  /** Whether a mail on this route may go. On trial, one may while none of `busy`, the routes of mails that are claimed, is its own. */
  mayGo(route: string, busy: ReadonlySet<string>, now: number): boolean;
  /** Routes that no mail may go on. */
  closedRoutes(busy: ReadonlySet<string>, now: number): readonly string[];
  /** What does not go now, and when each is tried again. */
  pauses(
    now: number,
  ): readonly { readonly route: string | null; readonly cause: Pause["cause"]; readonly opensAt: number }[];
  /** When the next of them is tried again; null where none waits for its time. */
  nextOpening(now: number): number | null;
  onResult(route: string, facts: FailureFacts | null, sign: WorkingSign, now: number): PolicyNews;
}

/** Visitors can name any domain: beyond so many, those without trouble are forgotten, then the oldest. */
const MOST_ROUTES = 500;

export function createSendPolicy({ canSuspend }: { readonly canSuspend: boolean }): SendPolicy {
  const line = createCircuitBreaker();
  const routes = new Map<string, CircuitBreaker>();
  const suspension = canSuspend ? createSuspension() : null;

  const makeRoom = () => {
    for (const [route, breaker] of routes) {
      if (routes.size < MOST_ROUTES) return;
      if (breaker.state() === "closed") routes.delete(route);
    }
    const [oldest] = routes.keys();
    if (routes.size >= MOST_ROUTES && oldest !== undefined) routes.delete(oldest);
  };
  const breakerOf = (route: string): CircuitBreaker => {
    const known = routes.get(route);
    if (known !== undefined) return known;
    makeRoom();
    const breaker = createCircuitBreaker();
    routes.set(route, breaker);
    return breaker;
  };
  const mayGo = (route: string, busy: ReadonlySet<string>, now: number): boolean => {
    const breaker = routes.get(route);
    if (breaker === undefined) return true;
    if (isOver(breaker, now)) breaker.onPauseOver(true, now);
    return breaker.state() === "closed" || (breaker.state() === "trial" && !busy.has(route));
  };
  const isOver = (breaker: CircuitBreaker, now: number) => breaker.state() === "open" && breaker.opensAt() <= now;

  return {
    capacity(connections, underWay, now) {
      const states = [line.state(), suspension?.state(now)];
      if (states.includes("open")) return 0;
      return states.includes("trial") ? Math.max(0, 1 - underWay) : connections - underWay;
    },
    line: () => line.state(),
    isLookDue: (now) => isOver(line, now),
    onLook: (isWell, now) => line.onPauseOver(isWell, now),
    mayGo,
    closedRoutes: (busy, now) => [...routes.keys()].filter((route) => !mayGo(route, busy, now)),
    pauses: (now) => [
      ...(line.state() === "open" ? [{ route: null, cause: "away" as const, opensAt: line.opensAt() }] : []),
      ...(suspension?.state(now) === "open"
        ? [{ route: null, cause: "refused" as const, opensAt: suspension.opensAt() }]
        : []),
      ...[...routes]
        .filter(([, breaker]) => breaker.state() === "open" && !isOver(breaker, now))
        .map(([route, breaker]) => ({ route, cause: "refused" as const, opensAt: breaker.opensAt() })),
    ],
    nextOpening(now) {
      const pauses = [line, ...routes.values()].map((breaker) => breaker.opensAt());
      if (suspension?.state(now) === "open") pauses.push(suspension.opensAt());
      const times = pauses.filter((at) => at > now);
      return times.length === 0 ? null : Math.min(...times);
    },
    onResult(route, facts, sign, now) {
      const breaker = breakerOf(route);
      let begun = false;
      if (facts !== null) {
        const { scope, reason } = facts;
        if (scope === "connection") line.onFailure({ isForAll: true, reason }, now);
        else {
          breaker.onFailure({ isForAll: scope === "route", reason }, now);
          begun = suspension?.onFailure(route, facts, now) ?? false;
        }
      }
      const isLineBack = facts?.scope !== "connection" && line.onWorking("took");
      if (sign === null) return { recovered: isLineBack ? "all" : null, suspension: begun ? "begun" : null };
      const isRouteBack = breaker.onWorking(sign === "put-off" ? "put-off" : "took");
      const ended = sign === "delivered" && (suspension?.onTaken(route, now) ?? false);
      return {
        recovered: isLineBack || ended ? "all" : isRouteBack ? "route" : null,
        suspension: ended ? "ended" : begun ? "begun" : null,
      };
    },
  };
}
