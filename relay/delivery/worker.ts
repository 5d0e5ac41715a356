// Sends due rows of its kinds, and writes down what became of them: one loop for each connection, which claims a row, sends it and records the
// result. At least once, and twice only where the link broke between the end of the mail and the server's answer: a row is leased meanwhile.

import { every, type JumpAwareClock } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { ClaimedEntry } from "../store/operations/claim.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import { ENDING_TOGETHER } from "./attempt-outcome.ts";
import { createClaimDue } from "./claim-due.ts";
import { type ClaimedRow, createClaimedRows } from "./claimed-rows.ts";
import { createDueClock } from "./due-clock.ts";
import { createMailGate } from "./mail-gate.ts";
import { createMailRate, type MailRate } from "./mail-rate.ts";
import type { Pause } from "./pause.ts";
import { createResults } from "./record-result.ts";
import type { SendEntry } from "./send-entry.ts";
import { createSendPolicy } from "./send-policy.ts";
import type { SendResult } from "./send-result.ts";
import { SendFailure } from "./transports/send-failure.ts";

export interface WorkerParts {
  readonly outbox: Pick<Outbox, "claim" | "finish" | "releaseLease" | "renew" | "nextDueAt" | "makeDueNow">;
  readonly send: SendEntry;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  /** The kinds of rows that it sends. A fault of one worker stops no other. */
  readonly kinds: readonly EntryKind[];
  /** The recipient of mails to the team that their own mailbox refuses. */
  readonly fallback?: string | null;
  /** Its mails are suspended, all of them, where the server will not pass them on. */
  readonly canSuspend?: boolean;
  /** Nothing is begun while this one has mails that can go, or waits for the server. */
  readonly after?: { isBusy(): boolean };
  readonly onIdle?: () => void;
  /** The rate of its server; without one, mails go as fast as they can. */
  readonly rate?: MailRate;
  /** How many mails are sent at once: one for each connection of the transport. */
  readonly connections: number;
  /** For a store that relays share: how long a lease lasts, and how often it is renewed while a row is being sent. */
  readonly lease?: { readonly leaseMs: number; readonly renewEveryMs: number } | null;
}

/** How often the store is checked without a wake-up, which a changed clock may prevent; more often where relays share the store. */
const LOOK_MS = 60_000;
const LOOK_AT_SHARED_MS = 5000;

export function createWorker(parts: WorkerParts) {
  const { outbox, clock, observe, kinds, lease = null } = parts;
  const fault = (error: unknown) => observe({ type: "fault", where: "delivery", error });
  /** Aborted: nothing more is begun, and then, what is being sent is broken off. */
  const ending = new AbortController();
  const breakingOff = new AbortController();
  let isStarted = false;
  const isRunning = () => isStarted && !ending.signal.aborted;
  const policy = createSendPolicy({ canSuspend: parts.canSuspend ?? false });
  const rate = parts.rate ?? createMailRate(null, clock.elapsed);
  const due = createDueClock(clock, lease === null ? LOOK_MS : LOOK_AT_SHARED_MS);
  const rows = createClaimedRows({
    outbox,
    clock,
    kinds,
    leaseMs: lease?.leaseMs ?? 0,
    givenUp: breakingOff.signal,
    onFault: fault,
  });
  const gate = createMailGate({ clock, due, rows, policy, rate, after: parts.after, isRunning });
  const makeDueNow = async (route: string | null): Promise<void> => {
    await outbox.makeDueNow({ reasons: ENDING_TOGETHER, kinds, route }, clock.now()).catch(fault);
  };
  const results = createResults({ rows, clock, due, policy, observe, kinds, fallback: parts.fallback, makeDueNow });
  const claimDue = createClaimDue({
    outbox,
    clock,
    kinds,
    due,
    rows,
    gate,
    policy,
    rate,
    makeDueNow,
    isRunning,
    onFault: fault,
  });
  let wasBusy = false;
  let loops: Promise<void>[] = [];
  let endRenewal = () => {};

  /** One mail at a time. After a delivery the next claim shares the commit of the result. */
  const serve = async (): Promise<void> => {
    let recorded = Promise.resolve();
    while (isRunning()) {
      const row = await next(recorded);
      if (row === null) continue;
      const began = { at: clock.now(), elapsed: clock.elapsed() };
      const result = await send(row.claimed);
      recorded = results.record(row, result, began).catch(fault);
      if (result.failure !== null) await recorded;
    }
    await recorded;
  };

  /** A row to be sent now, once what became of the last one is recorded; null after a wait where there was none. */
  const next = async (recorded: Promise<void>): Promise<ClaimedRow | null> => {
    const moment = due.moment();
    const mayClaim = gate.mayClaim();
    wasBusy ||= mayClaim;
    const row = mayClaim ? await claimDue() : null;
    await recorded;
    if (row === null) {
      await rest(moment);
      return null;
    }
    if (isRunning()) {
      due.wakeOne();
      return row;
    }
    await rows.release(row);
    return null;
  };

  /** Waits until there may be something to do. What came during the last look counts for the next one. */
  const rest = async (moment: number): Promise<void> => {
    if (!isRunning() || moment !== due.moment()) return;
    due.within(gate.opensIn());
    if (wasBusy && !gate.isBusy()) parts.onIdle?.();
    wasBusy = gate.isBusy();
    await due.wait();
  };

  /** After a fault of the relay's own the visitor's mail waits until it is fixed. */
  const send = async (claimed: ClaimedEntry): Promise<SendResult> => {
    try {
      return { delivered: await parts.send(claimed, breakingOff.signal), failure: null };
    } catch (error) {
      if (error instanceof SendFailure) return { delivered: null, failure: error.failure };
      fault(error);
      const { failure } = new SendFailure({ outcome: "deferred", reason: "internal", scope: "none" });
      return { delivered: null, failure };
    }
  };

  return {
    kinds,
    pauses(): readonly Pause[] {
      const elapsed = clock.elapsed();
      const until = (opensAt: number) => clock.now() + Math.max(0, opensAt - elapsed);
      return policy
        .pauses(elapsed)
        .map(({ route, cause, opensAt }) => ({ route, cause, kinds, until: until(opensAt) }));
    },
    /** Like `wake`, and tries every pause. */
    tryNow() {
      policy.tryNow(clock.elapsed());
      if (isRunning()) due.changed();
    },
    start() {
      isStarted = true;
      due.changed();
      // The state of the server is not known after a restart: mails that waited for it are tried and show it.
      const begun = makeDueNow(null);
      loops = Array.from({ length: parts.connections }, () => begun.then(serve));
      if (lease !== null) endRenewal = every(clock, lease.renewEveryMs, rows.renew);
    },
    /** There may be something due: new rows, or a command. */
    wake() {
      if (isRunning()) due.changed();
    },
    /** The store gives out no rows, or does not record their results. */
    hasStoreFault: rows.hasFault,
    /** Whether there are, or may be, mails that can go now, or the server is away. */
    isBusy: gate.isBusy,
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
