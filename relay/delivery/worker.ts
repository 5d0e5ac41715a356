// Sends due rows of its kinds, and writes down what became of them: one loop for each connection, which claims a row, sends it and records the
// result. At least once, and twice only where the link broke between the end of the mail and the server's answer: a row is leased meanwhile.

import { every, type JumpAwareClock } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { ClaimedEntry } from "../store/operations/claim.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import { ENDING_TOGETHER } from "./attempt-outcome.ts";
import { createClaimDue } from "./claim-due.ts";
import { createClaimedRows } from "./claimed-rows.ts";
import { createConnection } from "./connection.ts";
import { createDueClock } from "./due-clock.ts";
import { createIdleNotice } from "./idle-notice.ts";
import { createMailGate } from "./mail-gate.ts";
import { createMailRate, type MailRate } from "./mail-rate.ts";
import type { Pause } from "./pause.ts";
import { createResults } from "./record-result.ts";
import type { SendEntry } from "./send-entry.ts";
import { createSendPolicy } from "./send-policy.ts";
import type { SendResult } from "./send-result.ts";
import { SendFailure } from "./transports/send-failure.ts";
import { createWorkerLife, type WorkerLife } from "./worker-life.ts";

export interface WorkerParts {
  readonly outbox: Pick<Outbox, "claim" | "finish" | "releaseLease" | "renew" | "nextDueAt" | "makeDueNow">;
  readonly send: SendEntry;
  readonly clock: JumpAwareClock;
  readonly observe: Observe;
  /** The kinds of rows that it sends. A fault of one worker stops no other. */
  readonly kinds: readonly EntryKind[];
  /** The recipient of mails to the team that their own mailbox refuses. */
  readonly fallback?: string | null;
  /** All of its mails are suspended where the server will not pass them on. */
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

export interface Worker {
  readonly kinds: readonly EntryKind[];
  pauses(): readonly Pause[];
  /** Like `wake`, and tries every pause. */
  tryNow(): void;
  start(): void;
  /** There may be something due: new rows, or a command. */
  readonly wake: () => void;
  /** The store gives out no rows, or does not record their results. */
  readonly hasStoreFault: () => boolean;
  /** Whether there are, or may be, mails that can go now, or the server is away. */
  readonly isBusy: () => boolean;
  /** Claims nothing more, lets attempts finish for `graceMs`, ends the others, and writes down what became of them. */
  stop(graceMs: number): Promise<void>;
}

export function createWorker(parts: WorkerParts): Worker {
  const { clock, kinds, connections, lease = null } = parts;
  const life = createWorkerLife(clock);
  const { due, rows, policy, gate, makeDueNow, serve } = assemble(parts, life);
  let loops: Promise<void>[] = [];
  let endRenewal = () => {};
  const wake = () => {
    if (life.isRunning()) due.changed();
  };

  return {
    kinds,
    pauses() {
      const elapsed = clock.elapsed();
      const until = (opensAt: number) => clock.now() + Math.max(0, opensAt - elapsed);
      return policy
        .pauses(elapsed)
        .map(({ route, cause, opensAt }) => ({ route, cause, kinds, until: until(opensAt) }));
    },
    tryNow() {
      policy.tryNow(clock.elapsed());
      wake();
    },
    start() {
      life.start();
      due.changed();
      // The state of the server is not known after a restart: mails that waited for it are tried and show it.
      const begun = makeDueNow(null);
      loops = Array.from({ length: connections }, () => begun.then(serve));
      if (lease !== null) endRenewal = every(clock, lease.renewEveryMs, rows.renew);
    },
    wake,
    hasStoreFault: rows.hasFault,
    isBusy: gate.isBusy,
    async stop(graceMs) {
      await life.end(graceMs, () => Promise.all(loops));
      endRenewal();
    },
  };
}

/** The parts of a worker. One signal ends its waits, claims and loops; `serve` is the loop of a connection. */
function assemble(parts: WorkerParts, life: WorkerLife) {
  const { outbox, clock, observe, kinds, after, lease = null, fallback } = parts;
  const { isRunning } = life;
  const onFault = (error: unknown) => observe({ type: "fault", where: "delivery", error });
  const policy = createSendPolicy({ canSuspend: parts.canSuspend ?? false });
  const rate = parts.rate ?? createMailRate(null, clock.elapsed);
  const due = createDueClock(clock, lease === null ? LOOK_MS : LOOK_AT_SHARED_MS);
  life.ending.addEventListener("abort", due.end);
  const leaseMs = lease?.leaseMs ?? 0;
  const rows = createClaimedRows({ outbox, clock, kinds, leaseMs, givenUp: life.breakingOff, onFault });
  const gate = createMailGate({ clock, due, rows, policy, rate, after, isRunning });
  const makeDueNow = async (route: string | null): Promise<void> => {
    await outbox.makeDueNow({ reasons: ENDING_TOGETHER, kinds, route }, clock.now()).catch(onFault);
  };
  const results = createResults({ rows, clock, due, policy, observe, kinds, fallback, makeDueNow });
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
    onFault,
  });
  const send = createSafeSend(parts.send, life.breakingOff, onFault);
  const idle = createIdleNotice(gate.isBusy, parts.onIdle);
  const serve = createConnection({ clock, due, rows, gate, claimDue, send, results, idle, isRunning, onFault });
  return { due, rows, policy, gate, makeDueNow, serve };
}

/** After a fault of the relay's own the visitor's mail waits until it is fixed. */
function createSafeSend(send: SendEntry, signal: AbortSignal, onFault: (error: unknown) => void) {
  return async (claimed: ClaimedEntry): Promise<SendResult> => {
    try {
      return { delivered: await send(claimed, signal), failure: null };
    } catch (error) {
      if (error instanceof SendFailure) return { delivered: null, failure: error.failure };
      onFault(error);
      const { failure } = new SendFailure({ outcome: "deferred", reason: "internal", scope: "none" });
      return { delivered: null, failure };
    }
  };
}
