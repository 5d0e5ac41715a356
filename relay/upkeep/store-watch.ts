// What the store and the clock report by themselves: events for operators, and signals for the parts of the relay.

import { EventEmitter } from "node:events";
import { StoreError, storeHints } from "../errors.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { OutboxOptions } from "../store/engines/engine.ts";
import { ENTRY_KINDS } from "../store/rows/outbox-entry.ts";

type Callbacks = Required<Pick<OutboxOptions, "onDamage" | "onMigrated" | "onRedated" | "onFailure">>;

interface Signals {
  /** The store fails from now on; null where it takes writes again. */
  failure: [error: StoreError | null];
  /** The clock was set: forward by so many milliseconds, or back. */
  clock: [ms: number];
}

export interface StoreWatch {
  readonly signals: EventEmitter<Signals>;
  /** Rejects when the store is no longer to be trusted. */
  readonly failed: Promise<never>;
  /** Why the store takes no writes; null while it does. */
  readonly failure: () => StoreError | null;
  onJump(ms: number): void;
  readonly callbacks: Callbacks;
}

export function watchStore(observe: Observe): StoreWatch {
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
      if (mail !== null) observe({ type: "dead", ...mail, kind: knownKind(mail.kind), reason: "damaged" });
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
    failed,
    failure: () => failure,
    onJump(ms) {
      observe({ type: "clock-set", ms });
      signals.emit("clock", ms);
    },
    callbacks,
  };
}

const knownKind = (kind: string) => ENTRY_KINDS.find((each) => each === kind) ?? "unknown";

/** An outage of the store is one event when it begins and one when it ends. Parts that run into it do not report it again. */
export const withoutStoreFaults =
  (report: Observe): Observe =>
  (event) => {
    if (event.type !== "fault" || !(event.error instanceof StoreError) || event.error.failure === "closed")
      report(event);
  };
