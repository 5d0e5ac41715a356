// Sends due rows of its kinds, and writes down what became of them: one loop for each connection, which claims a row, sends it and records the
// result. At least once, and twice only where the link broke between the end of the mail and the server's answer: a row is leased meanwhile.

import { every, type JumpAwareClock } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { ClaimedEntry } from "../store/operations/claim.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import { ENDING_TOGETHER, eventsOf, outcomeOf } from "./attempt-outcome.ts";
import { type ClaimedRow, createClaimedRows, STORE_RETRY_MS } from "./claimed-rows.ts";
import { createDueClock } from "./due-clock.ts";
import { createMailRate, type MailRate } from "./mail-rate.ts";
import type { Pause } from "./pause.ts";
import type { SendEntry } from "./send-entry.ts";
import { createSendPolicy } from "./send-policy.ts";
import type { Delivered } from "./transports/mail-transport.ts";
import { type Failure, SendFailure } from "./transports/send-failure.ts";

export interface WorkerParts {
  readonly outbox: Pick<Outbox, "claim" | "finish" | "releaseLease" | "renew" | "nextDueAt" | "makeDueNow">;
  readonly send: SendEntry;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  /** The rows it takes. A worker's faults stop no other worker. */
  readonly kinds: readonly EntryKind[];
  /** The recipient of mails to the team that their own mailbox refuses. */
  readonly fallback?: string | null;
  /** Its mails are suspended, all of them, where the server will not pass them on. */
  readonly canSuspend?: boolean;
  /** Nothing is begun while this one has mails that can go, or waits for the server. */
  readonly after?: { isBusy(): boolean };
  readonly onIdle?: () => void;
  /** Of its server; without one, mails go as fast as they can. */
  readonly rate?: MailRate;
  /** Mails at once: as many as the transport has connections. */
  readonly connections: number;
  /** Of a store that relays share: how long a lease lasts, and how often it is renewed while a row is being sent. */
  readonly lease?: { readonly leaseMs: number; readonly renewEveryMs: number } | null;
}

/** Checks the store in any case, should a call to wake be missed (a changed clock); and sooner where other relays may have left rows. */
const LOOK_MS = 60_000;
const LOOK_AT_SHARED_MS = 5000;
/** A row that another transaction has locked is asked for again after this time. */
const LOCKED_MS = 20;

export function createWorker(parts: WorkerParts) {
  const { outbox, clock, observe, kinds, lease = null } = parts;
  const policy = createSendPolicy({ canSuspend: parts.canSuspend ?? false });
  const rate = parts.rate ?? createMailRate(null, clock.elapsed);
  const fault = (error: unknown) => observe({ type: "fault", where: "delivery", error });
  /** Aborted: nothing more is begun, and then, what is being sent is broken off. */
  const ending = new AbortController();
  const breakingOff = new AbortController();
  const due = createDueClock(clock, lease === null ? LOOK_MS : LOOK_AT_SHARED_MS);
  const leaseMs = lease?.leaseMs ?? 0;
  const rows = createClaimedRows({ outbox, clock, kinds, leaseMs, ending: ending.signal, onFault: fault });
  /** Connections that are looking for a row. */
  let claiming = 0;
  let isStarted = false;
  let wasBusy = false;
  let loops: Promise<void>[] = [];
  let endRenewal = () => {};
  const isRunning = () => isStarted && !ending.signal.aborted;

  /** A server that is away from this worker is away from all: the worker after it waits too, and for its first mail. */
  const isBusy = (): boolean => {
    if (!isRunning()) return false;
    const connectionState = policy.connectionState(clock.elapsed());
    if (connectionState === "open" || (connectionState === "trial" && rows.count() > 0)) return true;
    return claiming > 0 || (due.mayBeDue() && policy.mayBegin(0, clock.elapsed()));
  };

  /** One mail at a time: wait, claim, begin, send, record, next. */
  const serve = async (): Promise<void> => {
    let recorded = Promise.resolve();
    while (isRunning()) {
      const moment = due.moment();
      // After a delivery it shares the commit of the result.
      const row = await claim();
      await recorded;
      if (row === null) {
        await rest(moment);
        continue;
      }
      if (!isRunning()) return rows.release(row);
      due.wakeOne();
      const began = { at: clock.now(), elapsed: clock.elapsed() };
      const result = await send(row.claimed);
      recorded = record(row, result, began).catch(fault);
      if ("outcome" in result) await recorded;
    }
    await recorded;
  };

  /** Until there may be something to do: what came while it looked is for the next look. */
  const rest = async (moment: number): Promise<void> => {
    if (!isRunning() || moment !== due.moment()) return;
    const now = clock.elapsed();
    due.within(policy.nextOpening(now) - now);
    if (rate.opensAt() > now) due.within(rate.opensAt() - now);
    if (wasBusy && !isBusy()) parts.onIdle?.();
    wasBusy = isBusy();
    await due.wait();
  };

  const mayClaim = (): boolean =>
    isRunning() &&
    due.mayBeDue() &&
    parts.after?.isBusy() !== true &&
    policy.mayBegin(rows.count() + claiming, clock.elapsed()) &&
    rate.opensAt() <= clock.elapsed();

  /** A row to be sent now; null where there is none that may go. */
  const claim = async (): Promise<ClaimedRow | null> => {
    if (!mayClaim()) return null;
    claiming += 1;
    wasBusy = true;
    try {
      return await claimDue(due.moment());
    } catch (error) {
      fault(error);
      due.within(STORE_RETRY_MS);
      return null;
    } finally {
      claiming -= 1;
    }
  };

  const claimDue = async (moment: number): Promise<ClaimedRow | null> => {
    // After a pause one of those that wait shows whether the server is back, whenever its own next attempt would be.
    if (policy.connectionState(clock.elapsed()) === "trial") await makeDueNow(null);
    const except = policy.closedRoutes(rows.routes(), clock.elapsed());
    const row = isRunning() ? await rows.take(except) : "none";
    if (row === "running") return null;
    if (row === "none") {
      due.foundNothing(moment);
      await waitForNext(except);
      return null;
    }
    if (mayGo(row)) {
      rate.count();
      return row;
    }
    await rows.release(row);
    return null;
  };

  /** Rows may have come together with one that goes before it, and other connections may have begun the last mail of this minute. */
  const mayGo = (row: ClaimedRow): boolean =>
    isRunning() &&
    parts.after?.isBusy() !== true &&
    policy.mayGo(row.claimed.route, rows.routes(row), clock.elapsed()) &&
    rate.opensAt() <= clock.elapsed();

  const waitForNext = async (except: readonly string[]): Promise<void> => {
    const waitMs = ((await outbox.nextDueAt({ kinds, except })) ?? Number.POSITIVE_INFINITY) - clock.now();
    // What is due and was not given out is locked by another transaction at this moment: another relay's, or one that gives it back.
    if (waitMs <= 0) setTimeout(() => isRunning() && due.changed(), LOCKED_MS).unref();
    due.within(waitMs);
  };

  /** After a fault of the relay's own the visitor's mail waits until it is fixed. */
  const send = async (claimed: ClaimedEntry): Promise<Delivered | Failure> => {
    try {
      return await parts.send(claimed, breakingOff.signal);
    } catch (error) {
      if (error instanceof SendFailure) return error.failure;
      fault(error);
      return new SendFailure({ outcome: "deferred", reason: "internal", scope: "none" }).failure;
    }
  };

  const record = async (
    row: ClaimedRow,
    result: Delivered | Failure,
    began: { at: number; elapsed: number },
  ): Promise<void> => {
    const { entry, route } = row.claimed;
    const facts = "outcome" in result ? result : null;
    // Ended before the mail was out, or put off before the server was asked: as if it had not begun.
    if (facts?.reason === "stopped") return rows.release(row);
    if (facts?.isTried === false) {
      // The pause comes first, or another connection takes the row at once.
      await learn(route, facts);
      return rows.release(row);
    }
    const times = { startedAt: began.at, endedAt: clock.now() };
    const ms = clock.elapsed() - began.elapsed;
    // A clock that was set forward expires nothing, whether the store has heard of it by then or not.
    const expiresAt = entry.expiresAt + clock.setForwardMs();
    const [attempt, end] = outcomeOf(result, { ...entry, expiresAt }, times, parts.fallback);
    const isOurs = await rows.finish(row, attempt, end);
    if (isOurs) for (const event of eventsOf(row.claimed, attempt, end, ms)) observe(event);
    if (end.to === "queued") due.within(end.dueAt - clock.now());
    if (facts?.scope !== "none") await learn(route, facts);
  };

  /** What a result says of the mails that wait: they go once the server takes one. */
  const learn = async (route: string, facts: Failure | null): Promise<void> => {
    const { recovered, suspension } = policy.onResult(route, facts, clock.elapsed());
    if (suspension === "begun") observe({ type: "suspended", kinds, reason: facts?.reason ?? "internal" });
    if (suspension === "ended") observe({ type: "resumed", kinds });
    if (recovered === null) return;
    await makeDueNow(recovered === "all" ? null : route);
    due.changed();
  };

  const makeDueNow = async (route: string | null): Promise<void> => {
    await outbox.makeDueNow({ reasons: ENDING_TOGETHER, kinds, route }, clock.now()).catch(fault);
  };

  return {
    kinds,
    pauses(): readonly Pause[] {
      const elapsed = clock.elapsed();
      const until = (opensAt: number) => clock.now() + Math.max(0, opensAt - elapsed);
      return policy.pauses(elapsed).map(({ opensAt, ...paused }) => ({ ...paused, kinds, until: until(opensAt) }));
    },
    /** As `wake`; and what is paused is tried. */
    tryNow() {
      policy.tryNow(clock.elapsed());
      if (isRunning()) due.changed();
    },
    start() {
      isStarted = true;
      due.changed();
      // Nobody knows how the server was before: what waited for it is tried, and shows how it is now.
      const begun = makeDueNow(null);
      loops = Array.from({ length: parts.connections }, () => begun.then(serve));
      if (lease !== null) endRenewal = every(clock, lease.renewEveryMs, rows.renew);
    },
    /** There may be something due: new rows, or a command. */
    wake() {
      if (isRunning()) due.changed();
    },
    /** The store does not give out rows, or does not take down what became of them. */
    hasStoreFault: rows.hasFault,
    /** Whether there are, or may be, mails that can go now, or the server is away. */
    isBusy,
    /** Claims nothing more, lets attempts finish for `graceMs`, ends the others, and writes down what became of them. */
    async stop(graceMs: number): Promise<void> {
      ending.abort();
      due.end();
      const callOff = clock.after(graceMs, () => breakingOff.abort());
      await Promise.all(loops);
      callOff();
      breakingOff.abort();
      endRenewal();
    },
  };
}
