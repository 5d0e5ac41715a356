// Sends due rows of its kinds, and writes down what became of them: one loop for each connection, which claims a row, sends it and records the
// result. At least once, and twice only where the link broke between the end of the mail and the server's answer: a row is leased meanwhile.
import type { JumpAwareClock } from "../clock.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { ClaimedEntry, Outbox } from "../store/outbox.ts";
import type { Attempt, AttemptEnd, EntryKind } from "../store/outbox-entry.ts";
import type { Pause } from "../store/records.ts";
import { ENDING_TOGETHER, outcomeOf, type SendResult, workingSign } from "./attempt-outcome.ts";
import type { EntryTransport } from "./entry-transport.ts";
import { type FailureReason, SendFailure } from "./mail-transport.ts";
import { createWakeUp, type Throttle } from "./pace.ts";
import { createSendPolicy, type PolicyNews } from "./send-policy.ts";

export interface WorkerParts {
  readonly outbox: Pick<Outbox, "claim" | "finish" | "releaseLeases" | "renew" | "nextDueAt" | "makeDueNow">;
  readonly transport: EntryTransport;
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
  /** Nothing is left that can go now. */
  readonly onIdle?: () => void;
  /** Whether the store gives out and takes back rows. */
  readonly onStore?: (error: unknown) => void;
  /** Without one, mails go as fast as they can. */
  readonly throttle?: Pick<Throttle, "waitMs">;
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
  /** What the clock had been set forward by when it was claimed. */
  readonly setForwardMs: number;
}

/** Checks the store in any case, should a call to wake be missed (a changed clock); and sooner where other relays may have left rows. */
const LOOK_MS = 60_000;
const LOOK_AT_SHARED_MS = 5000;
/** A row that another transaction has locked is asked for again after this time. */
const LOCKED_MS = 20;
/** The store takes no writes: it is tried again this often. */
const STORE_RETRY_MS = 1000;

/** Keeps the process: a relay that stops waits for it. */
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function createWorker(parts: WorkerParts) {
  const { outbox, clock, observe, kinds, connections, transport, lease = null } = parts;
  const policy = createSendPolicy({ canSuspend: parts.canSuspend ?? false });
  const sending = new Map<string, Sending>();
  /** Loops without work: each is called once there may be some. */
  const idle: (() => void)[] = [];
  /** Writes that wait for the store. */
  const retries = new Set<() => void>();
  let loops: Promise<void>[] = [];
  let isRunning = false;
  let mayHaveMore = false;
  let wakes = 0;
  let claiming = 0;
  let isLooking = false;
  let wasBusy = false;
  let stopping = new AbortController();
  let endRenewal = () => {};

  const underWay = () => sending.size + claiming;
  const mayBegin = () => policy.capacity(connections, underWay(), clock.elapsed()) > 0;
  /** A server that is away from this worker is away from all: the worker after it waits too, and for its first mail. */
  const isBusy = () => {
    if (!isRunning) return false;
    if (policy.line() === "open" || (policy.line() === "trial" && sending.size > 0)) return true;
    return claiming > 0 || (mayHaveMore && policy.capacity(connections, 0, clock.elapsed()) > 0);
  };
  const wakeOne = () => idle.shift()?.();
  const wake = () => {
    wakes += 1;
    mayHaveMore = true;
    wakeOne();
  };
  const wakeUp = createWakeUp(clock, lease === null ? LOOK_MS : LOOK_AT_SHARED_MS, () => isRunning && wake());
  const fault = (error: unknown) => observe({ type: "fault", where: "delivery", error });

  const serve = async (): Promise<void> => {
    let next: Promise<Sending | null> | null = null;
    let seen = wakes;
    while (isRunning) {
      if (next === null) seen = wakes;
      const row: Sending | null = await (next ?? claimOne());
      next = null;
      // What came while it looked is for the next look.
      if (row === null) {
        if (seen === wakes) await rest();
      } else {
        wakeOne();
        const began = { at: clock.now(), elapsed: clock.elapsed() };
        const result = await send(row.claimed);
        const recorded = record(row, result, began);
        // The next claim shares the commit of this result.
        if (result.kind === "delivered" && isRunning) {
          sending.delete(row.claimed.entry.id);
          seen = wakes;
          next = claimOne();
        }
        await recorded.catch(fault);
      }
    }
    const left = await next;
    if (left !== null) await release(left);
  };

  /** Until there may be something to do. */
  const rest = (): Promise<void> => {
    if (!isRunning) return Promise.resolve();
    const now = clock.elapsed();
    const opening = policy.nextOpening(now);
    if (opening !== null) wakeUp.within(opening - now);
    const isNewlyIdle = wasBusy && !isBusy();
    wasBusy = isBusy();
    if (isNewlyIdle) parts.onIdle?.();
    return new Promise((resolve) => idle.push(resolve));
  };

  /** A row that may go now; null where there is none. */
  const claimOne = async (): Promise<Sending | null> => {
    if (policy.isLookDue(clock.elapsed())) void lookAtServer();
    if (!mayHaveMore || parts.after?.isBusy() || !mayBegin()) return null;
    claiming += 1;
    wasBusy = true;
    const seen = wakes;
    try {
      for (let waitMs = 1; waitMs > 0; ) {
        waitMs = parts.throttle?.waitMs(sending.size) ?? 0;
        if (waitMs > 0) await pause(waitMs);
      }
      const setForwardMs = clock.setForwardMs();
      const now = clock.now();
      const routes = new Set([...sending.values()].map(({ claimed }) => claimed.route));
      const except = policy.closedRoutes(routes, clock.elapsed());
      const [claimed] = isRunning ? await outbox.claim(now, 1, lease?.leaseMs ?? 0, { kinds, except }) : [];
      parts.onStore?.(null);
      if (claimed !== undefined) return await take({ claimed, token: claimed.leaseToken, setForwardMs });
      if (seen === wakes) mayHaveMore = false;
      await waitForNext(except);
      return null;
    } catch (error) {
      fault(error);
      parts.onStore?.(error);
      wakeUp.within(STORE_RETRY_MS);
      return null;
    } finally {
      claiming -= 1;
    }
  };

  const waitForNext = async (except: readonly string[]): Promise<void> => {
    const waitMs = ((await outbox.nextDueAt({ kinds, except })) ?? Number.POSITIVE_INFINITY) - clock.now();
    // What is due and was not given out is locked by another transaction at this moment: another relay's, or one that gives it back.
    if (waitMs <= 0) setTimeout(() => isRunning && wake(), LOCKED_MS).unref();
    wakeUp.within(waitMs);
  };

  /** A row that is being sent here already is never sent twice: its result goes down under the new claim. */
  const take = async (row: Sending): Promise<Sending | null> => {
    const { entry, route } = row.claimed;
    const running = sending.get(entry.id);
    if (running !== undefined) {
      running.token = row.token;
      return null;
    }
    const busy = new Set([...sending.values()].map(({ claimed }) => claimed.route));
    sending.set(entry.id, row);
    if (isRunning && policy.mayGo(route, busy, clock.elapsed())) return row;
    await release(row);
    return null;
  };

  const send = async (claimed: ClaimedEntry): Promise<SendResult> => {
    try {
      const delivered = await transport.send(claimed, stopping.signal);
      return delivered === null ? { kind: "empty" } : { kind: "delivered", ...delivered };
    } catch (error) {
      if (error instanceof SendFailure) return { kind: "failed", facts: error.facts };
      fault(error);
      return { kind: "fault" };
    }
  };

  const record = async (row: Sending, result: SendResult, began: { at: number; elapsed: number }): Promise<void> => {
    const { entry, submission, route } = row.claimed;
    // Ended before the mail was out: as if it had not begun.
    if (result.kind === "failed" && result.facts.reason === "stopped" && result.facts.outcome === "deferred")
      return release(row);
    const endedAt = clock.now();
    const ms = clock.elapsed() - began.elapsed;
    const expiresAt = entry.expiresAt + clock.setForwardMs() - row.setForwardMs;
    const times = { startedAt: began.at, endedAt };
    const [attempt, end] = outcomeOf(result, { ...entry, expiresAt }, times, parts.fallback);
    const isOurs = await untilWritten(() => outbox.finish(entry.id, row.token, attempt, end));
    sending.delete(entry.id);
    if (isOurs === "recorded")
      report(row.claimed, attempt, end, ms, attempt.endedAt - (submission?.receivedAt ?? entry.createdAt));
    if (end.to === "queued") wakeUp.within(end.dueAt - clock.now());
    if (result.kind !== "delivered" && result.kind !== "failed") return;
    const facts = result.kind === "failed" ? result.facts : null;
    await applyRecovery(
      route,
      policy.onResult(route, facts, workingSign(result), clock.elapsed()),
      facts?.reason ?? null,
    );
  };

  /** A result is kept until it is written down: forgetting a delivery would be a second mail. */
  const untilWritten = async <Result>(write: () => Promise<Result>): Promise<Result | null> => {
    for (let isFirst = true; ; isFirst = false)
      try {
        return await write();
      } catch (error) {
        if (isFirst) fault(error);
        parts.onStore?.(error);
        if (!isRunning) return null;
        await new Promise<void>((resolve) => {
          const end = () => {
            callOff();
            retries.delete(end);
            resolve();
          };
          const callOff = clock.after(STORE_RETRY_MS, end);
          retries.add(end);
        });
      }
  };

  /** The row is due at once, as if it had not been claimed. */
  const release = async ({ claimed: { entry }, token }: Sending): Promise<void> => {
    await untilWritten(() => outbox.releaseLeases([{ entryId: entry.id, leaseToken: token, dueAt: clock.now() }]));
    sending.delete(entry.id);
  };

  const report = (
    { entry: { id: entryId, submissionId, kind, attempts } }: ClaimedEntry,
    { outcome, smtpCode, enhancedCode, reason }: Attempt,
    end: AttemptEnd,
    ms: number,
    sinceAcceptedMs: number,
  ): void => {
    const mail = { entryId, submissionId, kind };
    const number = attempts + 1;
    const facts = { outcome, smtpCode, enhancedCode, reason, ms, sinceAcceptedMs, isLast: end.to !== "queued" };
    observe({ type: "attempted", ...mail, number, ...facts });
    if (end.to === "queued" && end.recipient !== undefined) observe({ type: "fell-back", ...mail, reason: end.reason });
    if (end.to === "dead") observe({ type: "dead", ...mail, reason: end.reason, attempts: number });
  };

  const applyRecovery = async (
    route: string,
    { recovered, suspension }: PolicyNews,
    reason: FailureReason | null,
  ): Promise<void> => {
    if (suspension === "begun") observe({ type: "suspended", kinds, reason: reason ?? "internal" });
    if (suspension === "ended") observe({ type: "resumed", kinds });
    if (recovered === null) return;
    await makeDueNow(recovered === "all" ? null : route);
    wake();
  };

  const makeDueNow = async (route: string | null): Promise<void> => {
    await outbox.makeDueNow({ reasons: ENDING_TOGETHER, kinds, route }, clock.now()).catch(fault);
  };

  /** After a pause: is the server back? No row is used to find out. */
  const lookAtServer = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const isWell = await transport.verify().then(
      () => true,
      () => false,
    );
    isLooking = false;
    if (!isRunning) return;
    policy.onLook(isWell, clock.elapsed());
    if (isWell) await makeDueNow(null);
    wake();
  };

  const renewLater = ({ leaseMs, renewEveryMs }: NonNullable<typeof lease>): void => {
    endRenewal = clock.after(renewEveryMs, async () => {
      const rows = [...sending.values()];
      // One that is lost is another relay's by now: its result is not recorded here.
      const until = clock.now() + leaseMs;
      await Promise.allSettled(rows.map(({ claimed, token }) => outbox.renew(claimed.entry.id, token, until)));
      if (loops.length > 0) renewLater({ leaseMs, renewEveryMs });
    });
  };

  return {
    kinds,
    /** What does not go for a while. */
    pauses(): readonly Pause[] {
      const elapsed = clock.elapsed();
      const until = (opensAt: number) => clock.now() + Math.max(0, opensAt - elapsed);
      return policy.pauses(elapsed).map(({ opensAt, ...paused }) => ({ ...paused, kinds, until: until(opensAt) }));
    },
    /** As `wake`; and a server that is away is asked whether it is back. */
    tryNow() {
      if (isRunning && policy.line() === "open") void lookAtServer();
      else if (isRunning) wake();
    },
    start() {
      isRunning = true;
      mayHaveMore = true;
      stopping = new AbortController();
      loops = Array.from({ length: connections }, serve);
      if (lease !== null) renewLater(lease);
    },
    /** There may be something due: new rows, or a command. */
    wake: () => isRunning && wake(),
    /** Whether there are, or may be, mails that can go now, or the server is away. */
    isBusy,
    /** Claims nothing more, lets attempts finish for `graceMs`, ends the others, and writes down what became of them. */
    async stop(graceMs: number): Promise<void> {
      isRunning = false;
      wakeUp.end();
      for (const end of [...retries, ...idle.splice(0)]) end();
      const callOff = clock.after(graceMs, () => stopping.abort());
      await Promise.all(loops);
      callOff();
      stopping.abort();
      loops = [];
      endRenewal();
    },
  };
}
