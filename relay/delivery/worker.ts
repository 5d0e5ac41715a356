// Sends due rows of its kinds, and writes down what became of them: one loop for each connection, which claims a row, sends it and records the
// result. At least once, and twice only where the link broke between the end of the mail and the server's answer: a row is leased meanwhile.
import { every, type JumpAwareClock, passed } from "../clock.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { ClaimedEntry, Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/outbox-entry.ts";
import type { Pause } from "../store/records.ts";
import { ENDING_TOGETHER, eventsOf, outcomeOf } from "./attempt-outcome.ts";
import type { SendEntry } from "./entry-transport.ts";
import { type Delivered, type FailureFacts, SendFailure } from "./mail-transport.ts";
import { createWakeUp, type Throttle } from "./pace.ts";
import { createSendPolicy } from "./send-policy.ts";

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
  /** Without one, mails go as fast as they can. */
  readonly throttle?: Pick<Throttle, "turn">;
  /** Mails at once: as many as the transport has connections. */
  readonly connections: number;
  /** Of a store that relays share: how long a lease lasts, and how often it is renewed while a row is being sent. */
  readonly lease?: { readonly leaseMs: number; readonly renewEveryMs: number } | null;
}

export type DeliveryWorker = ReturnType<typeof createWorker>;

interface Sending {
  readonly claimed: ClaimedEntry;
  /** Another claim of the same row puts its own token here: the lease ran out while it was sent. */
  token: string;
}

/** Checks the store in any case, should a call to wake be missed (a changed clock); and sooner where other relays may have left rows. */
const LOOK_MS = 60_000;
const LOOK_AT_SHARED_MS = 5000;
/** A row that another transaction has locked is asked for again after this time. */
const LOCKED_MS = 20;
/** The store takes no writes: it is tried again this often. */
const STORE_RETRY_MS = 1000;
/** A fault of the store counts until it gave out rows again; one alone may be a moment's. */
const FAULTS_IN_A_ROW = 2;

export function createWorker(parts: WorkerParts) {
  const { outbox, clock, observe, kinds, lease = null } = parts;
  const policy = createSendPolicy({ canSuspend: parts.canSuspend ?? false });
  /** What is claimed here and not recorded yet, by its entry; and how many connections are claiming one. */
  const rows = new Map<string, Sending>();
  let claiming = 0;
  let storeFaults = 0;
  /** Of idle connections: each goes on when it is called. */
  const idle: (() => void)[] = [];
  let loops: Promise<void>[] = [];
  /** How often somebody said that there may be something to send, and as of which of these times there was nothing. */
  let wakes = 0;
  let emptyAt = -1;
  let wasBusy = false;
  let isStarted = false;
  /** Aborted: nothing more is begun, and then, what is being sent is broken off. */
  const ending = new AbortController();
  const breakingOff = new AbortController();
  let endRenewal = () => {};
  const isRunning = () => isStarted && !ending.signal.aborted;
  const routesUnderWay = () => new Set([...rows.values()].map(({ claimed }) => claimed.route));
  /** A server that is away from this worker is away from all: the worker after it waits too, and for its first mail. */
  const isBusy = () => {
    if (!isRunning()) return false;
    const line = policy.line(clock.elapsed());
    if (line === "open" || (line === "trial" && rows.size > 0)) return true;
    return claiming > 0 || (emptyAt < wakes && policy.mayBegin(0, clock.elapsed()));
  };
  const wakeOne = () => idle.shift()?.();
  const wake = () => {
    wakes += 1;
    wakeOne();
  };
  const wakeUp = createWakeUp(clock, lease === null ? LOOK_MS : LOOK_AT_SHARED_MS, () => isRunning() && wake());
  const fault = (error: unknown) => observe({ type: "fault", where: "delivery", error });

  /** One mail at a time: it is claimed, sent and recorded; then the next. */
  const serve = async (): Promise<void> => {
    let recorded = Promise.resolve();
    while (isRunning()) {
      const seen = wakes;
      // After a delivery it shares the commit of the result.
      const row = await claim();
      await recorded;
      if (row === null) {
        // What came while it looked is for the next look.
        if (seen === wakes) await rest();
        continue;
      }
      if (!isRunning()) return release(row);
      wakeOne();
      const began = { at: clock.now(), elapsed: clock.elapsed() };
      const result = await send(row.claimed);
      recorded = record(row, result, began).catch(fault);
      if ("outcome" in result) await recorded;
    }
    await recorded;
  };

  /** Until there may be something to do. */
  const rest = (): Promise<void> => {
    if (!isRunning()) return Promise.resolve();
    const now = clock.elapsed();
    wakeUp.within(policy.nextOpening(now) - now);
    if (wasBusy && !isBusy()) parts.onIdle?.();
    wasBusy = isBusy();
    return new Promise((resolve) => idle.push(resolve));
  };

  /** A row to be sent now; null where there is none that may go. */
  const claim = async (): Promise<Sending | null> => {
    if (!isRunning() || emptyAt === wakes || parts.after?.isBusy()) return null;
    if (!policy.mayBegin(rows.size + claiming, clock.elapsed())) return null;
    claiming += 1;
    wasBusy = true;
    const seen = wakes;
    try {
      await parts.throttle?.turn(() => rows.size);
      // After a pause one of those that wait shows whether the server is back, whenever its own next attempt would be.
      if (policy.line(clock.elapsed()) === "trial") await makeDueNow(null);
      const except = policy.closedRoutes(routesUnderWay(), clock.elapsed());
      const [claimed] = isRunning() ? await outbox.claim(clock.now(), 1, lease?.leaseMs ?? 0, { kinds, except }) : [];
      storeFaults = 0;
      if (claimed !== undefined) return await take({ claimed, token: claimed.leaseToken });
      emptyAt = Math.max(emptyAt, seen);
      await waitForNext(except);
    } catch (error) {
      fault(error);
      storeFaults += 1;
      wakeUp.within(STORE_RETRY_MS);
    } finally {
      claiming -= 1;
    }
    return null;
  };

  const waitForNext = async (except: readonly string[]): Promise<void> => {
    const waitMs = ((await outbox.nextDueAt({ kinds, except })) ?? Number.POSITIVE_INFINITY) - clock.now();
    // What is due and was not given out is locked by another transaction at this moment: another relay's, or one that gives it back.
    if (waitMs <= 0) setTimeout(() => isRunning() && wake(), LOCKED_MS).unref();
    wakeUp.within(waitMs);
  };

  /** A row that is being sent here already is never sent twice: its result goes down under the new claim. */
  const take = async (row: Sending): Promise<Sending | null> => {
    const { entry, route } = row.claimed;
    const running = rows.get(entry.id);
    if (running !== undefined) {
      running.token = row.token;
      return null;
    }
    // Rows may have come together with one that goes before it.
    const mayGo = isRunning() && !parts.after?.isBusy() && policy.mayGo(route, routesUnderWay(), clock.elapsed());
    rows.set(entry.id, row);
    if (mayGo) return row;
    await release(row);
    return null;
  };

  /** After a fault of the relay's own the visitor's mail waits until it is fixed. */
  const send = async (claimed: ClaimedEntry): Promise<Delivered | FailureFacts> => {
    try {
      return await parts.send(claimed, breakingOff.signal);
    } catch (error) {
      if (error instanceof SendFailure) return error.facts;
      fault(error);
      return new SendFailure({ outcome: "deferred", reason: "internal", scope: "none" }).facts;
    }
  };

  const record = async (
    row: Sending,
    result: Delivered | FailureFacts,
    began: { at: number; elapsed: number },
  ): Promise<void> => {
    const { entry, route } = row.claimed;
    const facts = "outcome" in result ? result : null;
    // Ended before the mail was out: as if it had not begun.
    if (facts?.reason === "stopped") return release(row);
    const times = { startedAt: began.at, endedAt: clock.now() };
    const ms = clock.elapsed() - began.elapsed;
    // A clock that was set forward expires nothing, whether the store has heard of it by then or not.
    const expiresAt = entry.expiresAt + clock.setForwardMs();
    const [attempt, end] = outcomeOf(result, { ...entry, expiresAt }, times, parts.fallback);
    const isOurs = await untilWritten(() => outbox.finish(entry.id, row.token, attempt, end));
    rows.delete(entry.id);
    if (isOurs === "recorded") for (const event of eventsOf(row.claimed, attempt, end, ms)) observe(event);
    if (end.to === "queued") wakeUp.within(end.dueAt - clock.now());
    if (facts?.scope === "none") return;
    const { recovered, suspension } = policy.onResult(route, facts, clock.elapsed());
    if (suspension === "begun") observe({ type: "suspended", kinds, reason: facts?.reason ?? "internal" });
    if (suspension === "ended") observe({ type: "resumed", kinds });
    if (recovered === null) return;
    await makeDueNow(recovered === "all" ? null : route);
    wake();
  };

  /** A result is kept until it is written down: forgetting a delivery would be a second mail. */
  const untilWritten = async <Result>(write: () => Promise<Result>): Promise<Result | null> => {
    for (let isFirst = true; ; isFirst = false)
      try {
        return await write();
      } catch (error) {
        if (isFirst) fault(error);
        storeFaults += 1;
        if (!isRunning()) return null;
        await passed(clock, STORE_RETRY_MS, ending.signal);
      }
  };

  /** The row is due at once, as if it had not been claimed. */
  const release = async ({ claimed: { entry }, token }: Sending): Promise<void> => {
    await untilWritten(() => outbox.releaseLease(entry.id, token, clock.now()));
    rows.delete(entry.id);
  };

  const makeDueNow = async (route: string | null): Promise<void> => {
    await outbox.makeDueNow({ reasons: ENDING_TOGETHER, kinds, route }, clock.now()).catch(fault);
  };

  /** One that is lost is another relay's by now: its result is not recorded here. */
  const renewAll = async (leaseMs: number): Promise<void> => {
    const until = clock.now() + leaseMs;
    await Promise.allSettled(
      [...rows.values()].map(({ claimed, token }) => outbox.renew(claimed.entry.id, token, until)),
    );
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
      if (isRunning()) wake();
    },
    start() {
      isStarted = true;
      wakes += 1;
      loops = Array.from({ length: parts.connections }, serve);
      if (lease !== null) endRenewal = every(clock, lease.renewEveryMs, () => renewAll(lease.leaseMs));
    },
    /** There may be something due: new rows, or a command. */
    wake: () => isRunning() && wake(),
    /** The store does not give out rows, or does not take down what became of them. */
    hasStoreFault: () => storeFaults >= FAULTS_IN_A_ROW,
    /** Whether there are, or may be, mails that can go now, or the server is away. */
    isBusy,
    /** Claims nothing more, lets attempts finish for `graceMs`, ends the others, and writes down what became of them. */
    async stop(graceMs: number): Promise<void> {
      ending.abort();
      wakeUp.end();
      for (const end of idle.splice(0)) end();
      const callOff = clock.after(graceMs, () => breakingOff.abort());
      await Promise.all(loops);
      callOff();
      breakingOff.abort();
      endRenewal();
    },
  };
}
