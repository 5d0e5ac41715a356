// Whether the relay takes requests, and why not: for callers, supervisors and operators.
import { EventEmitter } from "node:events";
import { type JumpAwareClock, sharedFor } from "../clock.ts";
import { StoreError, type StoreFailure, storeHints } from "../errors.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Forms, FormsStatus } from "../requests/create-forms.ts";
import type { createOutbox } from "../store/create-outbox.ts";
import { NO_FIGURES } from "../store/look-up.ts";
import type { Outbox } from "../store/outbox.ts";
import { ENTRY_KINDS } from "../store/outbox-entry.ts";
import type { OutboxStats } from "../store/records.ts";
import { version } from "../version.ts";

/** Who answers. */
export interface About {
  readonly version: string;
  /** "http://127.0.0.1:8787" */
  readonly url: string;
  readonly ready: boolean;
  /** Why mails are not stored or not delivered, one word; null where the relay itself has no problem. A mail server that is away is none. */
  readonly problem: StoreFailure | "delivery" | null;
  /** The definition of the forms in use. */
  readonly forms: FormsStatus;
}

export type Health = ReturnType<typeof createHealth>;

interface HealthParts {
  readonly outbox: Pick<Outbox, "probe" | "stats">;
  readonly watch: StoreWatch;
  readonly clock: JumpAwareClock;
  /** Whether the store keeps mails from being delivered. */
  readonly hasFault: () => boolean;
  readonly forms: Pick<Forms, "status">;
}

export function createHealth({ outbox, watch, clock, hasFault, forms }: HealthParts) {
  const store = createStoreHealth(outbox, clock);
  let state: "new" | "running" | "draining" = "new";
  let url = "";
  const isRunning = () => state === "running";
  const isFull = () => isRunning() && watch.failure()?.failure === "full";
  watch.signals.on("failure", () => {
    if (isFull()) store.lookForRoom(isFull);
  });
  const problem = () => watch.failure()?.failure ?? (hasFault() ? "delivery" : null);
  const isReady = () => isRunning() && problem() === null && !store.isStuck();
  return {
    /** Takes requests at this address from now on. */
    begin(at: string) {
      state = "running";
      url = at;
    },
    drain() {
      state = "draining";
    },
    /** Whether new requests would be kept: the store takes writes, and the relay is not on its way down. */
    isReady,
    about: (): About => ({ version, url, ready: isReady(), problem: problem(), forms: forms.status() }),
    isRunning,
    isDraining: () => state === "draining",
    /** Why nothing can be accepted now, tried by a write; null while it can. */
    async notReady(): Promise<"draining" | "store" | "delivery" | null> {
      if (!isRunning()) return "draining";
      if (!(await store.takesWrites()) || watch.failure() !== null) return "store";
      return hasFault() ? "delivery" : null;
    },
    stats: store.stats,
  };
}

// What the store and the clock report by themselves: events for operators, and signals for the parts of the relay.

type StoreOptions = Parameters<typeof createOutbox>[1];
type Callbacks = Required<Pick<StoreOptions, "onDamage" | "onRedated" | "onFailure">>;

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

// What those who watch the relay hear of its store. They get an answer within a second, also while a write waits for a disk that hangs: then
// above all. And a relay without visitors must notice a failure too, so it is asked by writing.

/** Between writes at least; who asks sooner gets the last result. Nobody waits longer for an answer. */
const EVERY_MS = 1000;
/** A disk that takes seconds is slow; the callers of one that takes longer have given up, or will. */
const STUCK_MS = 10_000;
const LOOK_FOR_ROOM_EVERY_MS = 5000;

function createStoreHealth(
  outbox: Pick<Outbox, "probe" | "stats">,
  clock: Pick<JumpAwareClock, "now" | "elapsed" | "after">,
) {
  let waitsSince: number | null = null;
  let isWell = true;
  let last: OutboxStats = { ...NO_FIGURES, bytes: 0, overdue: 0, writable: true };
  let callOff = () => {};

  /** Waits for it, but no longer than anybody waits. */
  const inTime = (work: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = clock.after(EVERY_MS, resolve);
      work.finally(end).then(resolve, reject);
    });
  const probe = sharedFor(EVERY_MS, clock.elapsed, async () => {
    waitsSince = clock.elapsed();
    isWell = await outbox.probe().then(
      () => true,
      () => false,
    );
    waitsSince = null;
  });
  const ask = sharedFor(EVERY_MS, clock.elapsed, async () => {
    last = await outbox.stats(clock.now());
  });
  const isStuck = () => waitsSince !== null && clock.elapsed() - waitsSince >= STUCK_MS;
  const takesWrites = async () => {
    if (!isStuck()) await inTime(probe());
    return isWell && !isStuck();
  };
  return {
    /** Whether a write succeeds now, or did a moment ago. */
    takesWrites,
    /** A write has been waiting for longer than callers do. */
    isStuck,
    /** What the store says, or said last. */
    async stats(): Promise<OutboxStats> {
      void probe();
      await inTime(ask());
      return { ...last, writable: last.writable && !isStuck() };
    },
    /** Asks again and again, until `isFull` is false: nothing else says that there is room again. */
    lookForRoom(isFull: () => boolean): void {
      callOff();
      callOff = clock.after(LOOK_FOR_ROOM_EVERY_MS, () => {
        if (isFull()) void takesWrites().then(() => this.lookForRoom(isFull));
      });
    },
  };
}
