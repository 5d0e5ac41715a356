// Which mails of one worker may go now. A breaker for the connection, which concerns them all; one for each route (a recipient of the
// team, a visitor's domain), so that a refusal of one keeps no other from going; and for acknowledgements, which go to any domain that a
// visitor names, one for all routes: a mail server that will not pass them on is not tried once per visitor. While it is open, or one mail
// is tried, acknowledgements are suspended.
import { createHash } from "node:crypto";
import type { FailureReason } from "../operators/plain-words.ts";
import type { Pause } from "../store/records.ts";
import type { FailureFacts } from "./mail-transport.ts";

/** Visitors can name any domain: beyond so many, those without trouble are forgotten, then the oldest. */
const MOST_ROUTES = 500;

export function createSendPolicy({ canSuspend }: { readonly canSuspend: boolean }) {
  const line = createCircuitBreaker();
  const routes = new Map<string, CircuitBreaker>();
  const suspension = canSuspend ? createCircuitBreaker() : null;

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
  /** Whether a mail on this route may go. On trial, one may while none of `busy`, the routes of mails that are claimed, is its own. */
  const mayGo = (route: string, busy: ReadonlySet<string>, now: number): boolean => {
    const breaker = routes.get(route);
    if (breaker === undefined) return true;
    const state = stateOf(breaker, now);
    return state === "closed" || (state === "trial" && !busy.has(route));
  };
  const isOver = (breaker: CircuitBreaker, now: number) => breaker.state() === "open" && breaker.opensAt() <= now;
  /** After its pause a mail is tried, without a look at the server. */
  const stateOf = (breaker: CircuitBreaker, now: number): BreakerState => {
    if (isOver(breaker, now)) breaker.onPauseOver(true, now);
    return breaker.state();
  };

  return {
    /** How many more may begin while so many are under way. */
    capacity(connections: number, underWay: number, now: number): number {
      const states = [line.state(), suspension === null ? "closed" : stateOf(suspension, now)];
      if (states.includes("open")) return 0;
      return states.includes("trial") ? Math.max(0, 1 - underWay) : connections - underWay;
    },
    /** "open": nothing reaches the server; "trial": it may be back. */
    line: () => line.state(),
    /** Whether a look at the server has to show first that it is there again. */
    isLookDue: (now: number) => isOver(line, now),
    onLook: (isWell: boolean, now: number) => line.onPauseOver(isWell, now),
    mayGo,
    /** Routes that no mail may go on. */
    closedRoutes: (busy: ReadonlySet<string>, now: number) =>
      [...routes.keys()].filter((route) => !mayGo(route, busy, now)),
    /** What does not go now, and when each is tried again. */
    pauses(now: number): readonly { readonly route: string | null; cause: Pause["cause"]; opensAt: number }[] {
      const all = suspension === null ? [...routes] : ([[null, suspension], ...routes] as const);
      const refusing = all.filter(([, breaker]) => breaker.state() === "open" && !isOver(breaker, now));
      return [
        ...(line.state() === "open" ? [{ route: null, cause: "away", opensAt: line.opensAt() } as const] : []),
        ...refusing.map(([route, breaker]) => ({ route, cause: "refused" as const, opensAt: breaker.opensAt() })),
      ];
    },
    /** When the next of them is tried again; infinite where none waits for its time. */
    nextOpening(now: number): number {
      const pauses = [line, ...routes.values(), ...(suspension === null ? [] : [suspension])];
      return Math.min(...pauses.map((breaker) => breaker.opensAt()).filter((at) => at > now));
    },
    /** `facts`: null where the mail was delivered. `recovered`: what waits because of it can go at once, on this route or on all. */
    onResult(route: string, facts: FailureFacts | null, now: number) {
      const breaker = breakerOf(route);
      let begun = false;
      if (facts?.scope === "connection") line.onFailure(facts.reason, now);
      if (facts?.scope === "route") {
        breaker.onFailure(facts.reason, now);
        const wasClosed = suspension?.state() === "closed";
        suspension?.onFailure(facts.reason, now);
        begun = wasClosed && suspension?.state() === "open";
      }
      const isAnswered = facts === null || (facts.scope === "mail" && facts.smtpCode !== null);
      const isLineBack = facts?.scope !== "connection" && line.onWorking();
      const isRouteBack = isAnswered && breaker.onWorking();
      const ended = facts === null && (suspension?.onWorking() ?? false);
      return {
        recovered: isLineBack || ended ? "all" : isRouteBack ? "route" : null,
        suspension: ended ? "ended" : begun ? "begun" : null,
      } as const;
    },
  };
}

// Keeps ten thousand due rows from hammering a server that takes none: after faults that concern every mail that it guards, these are left
// alone for a while, then one is tried, then all. A data structure: it reads no clock and starts nothing.

/** "closed": mails go. "open": none until `opensAt`. "trial": one at a time, until one shows that the server takes mail. */
type BreakerState = "closed" | "open" | "trial";

type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/** Pauses one after the other; the last goes on. A server that recovered is noticed within five minutes. */
const PAUSES_MS: readonly number[] = [30_000, 60_000, 120_000, 300_000];

const pauseMs = (level: number, seed: string): number =>
  Math.round((PAUSES_MS[Math.min(level, PAUSES_MS.length - 1)] ?? 0) * jitter(seed));

/** A single lost connection is nothing. A refused login is: trying on gets accounts locked. */
const FAULTS_IN_A_ROW = 3;
const AT_ONCE: ReadonlySet<FailureReason> = new Set(["login", "sender-refused", "relaying-denied", "tls"]);

function createCircuitBreaker() {
  let state: BreakerState = "closed";
  let opensAt = 0;
  let level = 0;
  let faults = 0;

  const open = (now: number) => {
    opensAt = now + pauseMs(level, `${now}`);
    level += 1;
    state = "open";
  };
  return {
    state: () => state,
    /** Until when nothing is tried; 0 unless open. */
    opensAt: () => (state === "open" ? opensAt : 0),
    /** The server took or judged a mail, or put one off, and would look at the next. True where that ended a time of trouble. */
    onWorking(): boolean {
      // Given up in the meantime, for another mail's sake: what was under way then says nothing of now.
      if (state === "open") return false;
      const wasTrouble = state === "trial";
      state = "closed";
      level = 0;
      faults = 0;
      return wasTrouble;
    },
    /** Every mail that this breaker guards would fail the same way. */
    onFailure(reason: FailureReason, now: number): void {
      if (state === "open") return;
      faults += 1;
      if (state === "trial" || faults >= FAULTS_IN_A_ROW || AT_ONCE.has(reason)) open(now);
    },
    /** The pause is over, and a look at the server, where one was taken, went well or not. */
    onPauseOver(isWell: boolean, now: number): void {
      if (isWell) state = "trial";
      else open(now);
    },
  };
}

/** So that what failed together does not come back together. */
const JITTER = 0.2;

/** 0.8 to 1.2, always the same for the same seed. */
export function jitter(seed: string): number {
  const share = createHash("sha256").update(seed).digest().readUInt32BE() / 2 ** 32;
  return 1 - JITTER + 2 * JITTER * share;
}
