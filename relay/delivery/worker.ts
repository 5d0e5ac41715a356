// Takes due rows of its kinds, has each sent, and writes down what became of it. At least once, and twice only where the link broke
// between the end of the mail and the server's answer: a row is leased while it is sent, and its lease outlives the longest attempt.
import type { Timeline } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { EntryKind } from "../outbox/outbox-entry.ts";
import type { Pause } from "../outbox/pause.ts";
import type { FailureReason } from "../transport/send-failure.ts";
import { ENDING_TOGETHER, workingSign } from "./attempt-outcome.ts";
import { type Attempted, createAttempts, STORE_RETRY_MS } from "./attempts.ts";
import type { EntryTransport } from "./entry-transport.ts";
import { createGates, type GateNews } from "./gates.ts";
import { createLeases, type Lease, type LeaseParts } from "./leases.ts";
import type { Throttle } from "./throttle.ts";
import { createWakeUp } from "./wake-up.ts";

export interface WorkerParts {
  readonly outbox: Pick<Outbox, "claim" | "finish" | "giveBack" | "renew" | "nextDueAt" | "hasten">;
  readonly transport: EntryTransport;
  readonly clock: Timeline;
  readonly observe: Observe;
  /** The rows it takes. A worker's faults stop no other worker. */
  readonly kinds: readonly EntryKind[];
  /** The recipient of mails to the team that their own mailbox refuses. */
  readonly fallback?: string | null;
  /** Its mails are suspended, all of them, where the server will not pass them on. */
  readonly canSuspend?: boolean;
  /** Nothing is begun while this one has mails that can go, or waits for the server. */
  readonly after?: Pick<DeliveryWorker, "isBusy">;
  /** Nothing is left that can go now. */
  readonly onCalm?: () => void;
  /** Whether the store gives out and takes back rows. */
  readonly onStore?: (error: unknown) => void;
  /** Without one, mails go as fast as they can. */
  readonly throttle?: Throttle;
  /** Mails at once: as many as the transport has connections. */
  readonly connections: number;
  /** Longer than an attempt can take (`longestAttemptMs`), unless it is renewed meanwhile. */
  readonly leaseMs: number;
  readonly renewEveryMs?: LeaseParts["renewEveryMs"];
}

export interface DeliveryWorker {
  readonly kinds: readonly EntryKind[];
  start(): void;
  /** There may be something due: new rows, or a command. */
  wake(): void;
  /** What does not go for a while. */
  pauses(): readonly Pause[];
  /** As `wake`; and a server that is away is asked whether it is back. */
  tryNow(): void;
  /** Whether there are, or may be, mails that can go now, or the server is away. */
  isBusy(): boolean;
  /** Claims nothing more, lets attempts finish for `graceMs`, ends the others, and writes down what became of them. */
  stop(graceMs: number): Promise<void>;
}

/** Rows claimed ahead, so that a free connection need not wait for the disk. */
const AHEAD = 2;
/** Checks the store in any case, should a call to wake be missed (another relay's rows, a changed clock). */
const LOOK_MS = 60_000;

/** A row that another transaction has locked is asked for again after this time. */
const LOCKED_MS = 20;

export function createWorker(parts: WorkerParts): DeliveryWorker {
  const { outbox, clock, observe, kinds, connections } = parts;
  const attempts = createAttempts(parts);
  const gates = createGates({ canSuspend: parts.canSuspend ?? false });
  const ahead: Lease[] = [];
  const sending = new Map<string, Lease>();
  const idlers: (() => void)[] = [];
  let isRunning = false;
  let claiming: Promise<void> | null = null;
  let isStepDue = false;
  let mayHaveMore = false;
  let wasBusy = false;
  let isLooking = false;

  const { startRenewal, endRenewal, giveBack } = createLeases({
    ...parts,
    held: () => [...sending.values(), ...ahead],
    // One that is being sent is recorded under the other claim's token, or not at all.
    onLost: (lease) => ahead.includes(lease) && ahead.splice(ahead.indexOf(lease), 1),
  });

  const capacity = () => gates.capacity(connections, sending.size, clock.elapsed());
  const routesOf = (leases: Iterable<Lease>) => new Set([...leases].map(({ claimed }) => claimed.route));

  /** The one step: whatever can go on, goes on. Called whenever anything changed. */
  const step = (): void => {
    if (!isRunning || parts.after?.isBusy()) return;
    sortOut();
    begin();
    const now = clock.elapsed();
    if (gates.isLookDue(now)) {
      if (!isLooking) void lookAtServer();
    } else if (claiming === null && mayHaveMore && wanted() > 0) claiming = claimMore();
    const opening = gates.nextOpening(now);
    if (opening !== null) wakeUp.within(opening - now);
    const isNewlyCalm = wasBusy && !isBusy();
    wasBusy = isBusy();
    if (isNewlyCalm) parts.onCalm?.();
  };

  /** A server that is away from this worker is away from all: the worker after it waits too, and for its first mail. */
  const isBusy = () => {
    if (!isRunning) return false;
    if (gates.line() === "open" || (gates.line() === "trial" && sending.size > 0)) return true;
    return ahead.length > 0 || claiming !== null || (mayHaveMore && capacity() > 0);
  };

  const begin = (): void => {
    while (capacity() > 0 && ahead.length > 0) {
      const waitMs = parts.throttle?.waitMs(sending.size) ?? 0;
      if (waitMs > 0) {
        stepLater(waitMs);
        return;
      }
      const next = ahead.shift();
      if (next !== undefined) void attempt(next);
    }
  };

  /** What was claimed and may not go now is given back: a row that waits here is one that no command reaches. */
  const sortOut = (): void => {
    const now = clock.elapsed();
    const isClosed = gates.capacity(connections, 0, now) === 0;
    const busy = routesOf(sending.values());
    const back: Lease[] = [];
    for (const lease of ahead.splice(0)) {
      const { route } = lease.claimed;
      if (isClosed || !gates.mayGo(route, busy, now)) back.push(lease);
      else ahead.push(lease);
      busy.add(route);
    }
    if (back.length > 0) void giveBack(back);
  };

  const stepLater = (delayMs: number): void => {
    if (isStepDue) return;
    isStepDue = true;
    setTimeout(() => {
      isStepDue = false;
      step();
    }, delayMs).unref();
  };

  /** Rows to claim now: in batches, or each connection that becomes free would claim one row. */
  const wanted = (): number => {
    const most = gates.capacity(connections, 0, clock.elapsed());
    if (most === 0) return 0;
    if (most < connections) return most - sending.size - ahead.length;
    return ahead.length < connections ? connections * AHEAD - ahead.length : 0;
  };

  /** After a pause: is the server back? No row is used to find out. */
  const lookAtServer = async (): Promise<void> => {
    isLooking = true;
    const isWell = await parts.transport.verify().then(
      () => true,
      () => false,
    );
    isLooking = false;
    if (!isRunning) return;
    gates.onLook(isWell, clock.elapsed());
    if (isWell) await hasten(null);
    wake();
  };

  const hasten = async (route: string | null): Promise<void> => {
    try {
      await outbox.hasten({ reasons: ENDING_TOGETHER, kinds, route }, clock.now());
    } catch (error) {
      observe({ type: "fault", where: "delivery", error });
    }
  };

  const wake = (): void => {
    mayHaveMore = true;
    step();
  };
  const wakeUp = createWakeUp(clock, LOOK_MS, () => {
    if (isRunning) wake();
  });

  /** A row that is here already, its lease run out, is never there twice: it would be sent twice. */
  const hold = (lease: Lease): void => {
    const { id } = lease.claimed.entry;
    const running = sending.get(id);
    const waiting = ahead.findIndex(({ claimed }) => claimed.entry.id === id);
    if (running !== undefined) {
      running.token = lease.token;
      running.successor = lease;
    } else if (waiting !== -1) ahead[waiting] = lease;
    else ahead.push(lease);
  };

  const claimMore = async (): Promise<void> => {
    mayHaveMore = false;
    const limit = wanted();
    try {
      const now = clock.now();
      const times = { claimedAt: clock.elapsed(), setForwardMs: clock.setForwardMs() };
      const except = gates.closedRoutes(routesOf([...sending.values(), ...ahead]), clock.elapsed());
      const found = await outbox.claim(now, limit, parts.leaseMs, { kinds, except });
      for (const claimed of found) hold({ claimed, token: claimed.leaseToken, ...times });
      if (found.length === limit) mayHaveMore = true;
      else {
        const dueAt = await outbox.nextDueAt({ kinds, except });
        const waitMs = (dueAt ?? Number.POSITIVE_INFINITY) - clock.now();
        // What is due and was not given out is locked by another transaction at this moment: another relay's, or one that gives it back.
        if (waitMs <= 0) setTimeout(() => isRunning && wake(), LOCKED_MS).unref();
        wakeUp.within(waitMs);
      }
      parts.onStore?.(null);
    } catch (error) {
      observe({ type: "fault", where: "delivery", error });
      parts.onStore?.(error);
      wakeUp.within(STORE_RETRY_MS);
    }
    claiming = null;
    if (isRunning) step();
    else await giveBack(ahead.splice(0));
  };

  const attempt = async (lease: Lease): Promise<void> => {
    const { entry } = lease.claimed;
    sending.set(entry.id, lease);
    try {
      const attempted = await attempts.run(lease);
      if (attempted === "stopped") await giveBack([lease]);
      else if (attempted === "lost") await goOnWith(lease.successor);
      else await goOnAfter(lease.claimed.route, attempted);
    } catch (error) {
      observe({ type: "fault", where: "delivery", error });
    }
    sending.delete(entry.id);
    if (sending.size === 0) for (const resolve of idlers.splice(0)) resolve();
    step();
  };

  /** A row that was claimed again before it was sent. */
  const goOnWith = async (successor: Lease | undefined): Promise<void> => {
    if (successor === undefined) return;
    if (isRunning) ahead.unshift(successor);
    else await giveBack([successor]);
  };

  const goOnAfter = async (route: string, { result, end }: Attempted): Promise<void> => {
    if (end.to === "queued") wakeUp.within(end.dueAt - clock.now());
    if (result.kind !== "delivered" && result.kind !== "failed") return;
    const facts = result.kind === "failed" ? result.facts : null;
    await heed(route, gates.onResult(route, facts, workingSign(result), clock.elapsed()), facts?.reason ?? null);
  };

  const heed = async (
    route: string,
    { recovered, suspension }: GateNews,
    reason: FailureReason | null,
  ): Promise<void> => {
    if (suspension === "begun") observe({ type: "suspended", kinds, reason: reason ?? "internal" });
    if (suspension === "ended") observe({ type: "resumed", kinds });
    if (recovered === null) return;
    await hasten(recovered === "all" ? null : route);
    mayHaveMore = true;
  };

  return {
    kinds,
    pauses() {
      const elapsed = clock.elapsed();
      const until = (opensAt: number) => clock.now() + Math.max(0, opensAt - elapsed);
      return gates.pauses(elapsed).map(({ opensAt, ...pause }) => ({ ...pause, kinds, until: until(opensAt) }));
    },
    tryNow() {
      if (isRunning && gates.line() === "open" && !isLooking) void lookAtServer();
      else wake();
    },
    start() {
      isRunning = true;
      startRenewal();
      wake();
    },
    wake,
    isBusy,
    async stop(graceMs) {
      isRunning = false;
      wakeUp.end();
      attempts.endRetries();
      await claiming;
      await giveBack(ahead.splice(0));
      if (sending.size > 0) {
        const callOffEnd = clock.after(graceMs, () => attempts.abort());
        await new Promise<void>((resolve) => idlers.push(resolve));
        callOffEnd();
      }
      attempts.abort();
      endRenewal();
    },
  };
}
