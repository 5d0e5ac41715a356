// Whether the relay takes requests, and why not: for callers, supervisors and operators.
import { EventEmitter } from "node:events";
import { type JumpAwareClock, sharedFor } from "../clock.ts";
import { StoreError, storeHints } from "../errors.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Forms } from "../requests/create-forms.ts";
import type { createOutbox } from "../store/create-outbox.ts";
import { NO_FIGURES, type OutboxStats } from "../store/look-up.ts";
import type { Outbox } from "../store/outbox.ts";
import { ENTRY_KINDS } from "../store/outbox-entry.ts";
import { version } from "../version.ts";

/** Who answers. `url`: "http://127.0.0.1:8787"; `forms`: the definition in use. */
export type About = ReturnType<Health["about"]>;

export type Health = ReturnType<typeof createHealth>;

interface HealthParts {
  readonly outbox: Pick<Outbox, "probe" | "stats">;
  readonly watch: StoreWatch;
  readonly clock: JumpAwareClock;
  readonly hasFault: () => boolean;
  readonly forms: Pick<Forms, "status">;
}

/** Between writes at least; who asks sooner gets the last result. Nobody waits longer for an answer. */
const EVERY_MS = 1000;
/** A disk that takes seconds is slow; the callers of one that takes longer have given up, or will. */
const STUCK_MS = 10_000;
const LOOK_FOR_ROOM_EVERY_MS = 5000;

/**
 * Who asks gets an answer within a second, also while a write waits for a disk that hangs: then above all. And a relay without visitors must
 * notice a failure too, so the store is asked by writing.
 */
export function createHealth({ outbox, watch, clock, hasFault, forms }: HealthParts) {
  let state: "new" | "running" | "draining" = "new";
  let url = "";
  let writesSince: number | null = null;
  let isWritten = true;
  let last: OutboxStats = { ...NO_FIGURES, bytes: 0, overdue: 0, writable: true };
  let callOff = () => {};

  const probe = sharedFor(EVERY_MS, clock.elapsed, async () => {
    writesSince = clock.elapsed();
    isWritten = await outbox.probe().then(
      () => true,
      () => false,
    );
    writesSince = null;
  });
  const readStats = sharedFor(EVERY_MS, clock.elapsed, async () => {
    last = await outbox.stats(clock.now());
  });
  /** Waits for it, but no longer than anybody waits. */
  const inTime = (work: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = clock.after(EVERY_MS, resolve);
      work.finally(end).then(resolve, reject);
    });
  /** A write has been waiting for longer than callers do. */
  const isStuck = () => writesSince !== null && clock.elapsed() - writesSince >= STUCK_MS;
  const takesWrites = async () => {
    if (!isStuck()) await inTime(probe());
    return isWritten && !isStuck();
  };
  /** Nothing else says that there is room again. */
  const lookForRoom = () => {
    callOff();
    if (state === "running" && watch.failure()?.failure === "full")
      callOff = clock.after(LOOK_FOR_ROOM_EVERY_MS, () => void takesWrites().then(lookForRoom));
  };
  watch.signals.on("failure", lookForRoom);

  /** Why mails are not stored or not delivered; null where the relay itself has no problem. A mail server that is away is none. */
  const problem = () => watch.failure()?.failure ?? (hasFault() ? ("delivery" as const) : null);
  const isReady = () => state === "running" && problem() === null && !isStuck();
  return {
    begin(at: string) {
      state = "running";
      url = at;
    },
    drain() {
      state = "draining";
    },
    /** Whether new requests would be kept: the store takes writes, and the relay is not on its way down. */
    isReady,
    about: () => ({ version, url, ready: isReady(), problem: problem(), forms: forms.status() }),
    isDraining: () => state === "draining",
    /** Why nothing can be accepted now, tried by a write; null while it can. */
    async notReady(): Promise<"draining" | "store" | "delivery" | null> {
      if (state !== "running") return "draining";
      if (!(await takesWrites()) || watch.failure() !== null) return "store";
      return hasFault() ? "delivery" : null;
    },
    /** What the store says, or said last. */
    async stats(): Promise<OutboxStats> {
      void probe();
      await inTime(readStats());
      return { ...last, writable: last.writable && watch.failure() === null && !isStuck() };
    },
  };
}

// What the store and the clock report by themselves: events for operators, and signals for the parts of the relay.

type StoreOptions = Parameters<typeof createOutbox>[1];
type Callbacks = Required<Pick<StoreOptions, "onDamage" | "onMigrated" | "onRedated" | "onFailure">>;

interface Signals {
  /** The store fails from now on; null where it takes writes again. */
  failure: [error: StoreError | null];
  /** The clock was set: forward by so many milliseconds, or back. */
  clock: [ms: number];
}

type StoreWatch = ReturnType<typeof watchStore>;

export function watchStore(observe: Observe) {
  const signals = new EventEmitter<Signals>();
  let failure: StoreError | null = null;
  let giveUp: (error: StoreError) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  failed.catch(() => {});
  const callbacks: Callbacks = {
    onDamage({ table, rowId }, mail) {
      observe({ type: "quarantined", table, rowId });
      if (mail !== null) observe({ type: "dead", ...mail, kind: kindOf(mail.kind), reason: "damaged" });
    },
    onMigrated: ({ from, to, backup }) => observe({ type: "migrated", from, to, backup }),
    onRedated: (count) => observe({ type: "redated", count }),
    onFailure(error) {
      failure = error;
      const reason = error?.failure ?? null;
      const { code = null } = (error?.cause ?? {}) as { readonly code?: string };
      observe({
        type: "store",
        writable: error === null,
        reason,
        code: code === null || !/^[A-Z0-9_]{2,40}$/.test(code) ? null : code,
        hint: reason === null ? null : storeHints[reason],
      });
      signals.emit("failure", error);
      if (error?.failure === "sync-failed") giveUp(error);
    },
  };
  return {
    signals,
    /** Rejects when the store is no longer to be trusted. */
    failed,
    /** Why the store takes no writes; null while it does. */
    failure: () => failure,
    onJump(ms: number) {
      observe({ type: "clock-set", ms });
      signals.emit("clock", ms);
    },
    callbacks,
  };
}

const kindOf = (kind: string) => ENTRY_KINDS.find((each) => each === kind) ?? "unknown";

/** A store that is away is one event, and one when it is back: no part that meets it reports it again. */
export const withoutStoreFaults =
  (report: Observe): Observe =>
  (event) => {
    if (event.type !== "fault" || !(event.error instanceof StoreError) || event.error.failure === "closed")
      report(event);
  };
