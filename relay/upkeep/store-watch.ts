// What the store and the clock report by themselves: events for operators, and signals for the parts of the relay.

import { EventEmitter } from "node:events";
import { StoreError, storeHints } from "../errors.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { createOutbox } from "../store/create-outbox.ts";
import { ENTRY_KINDS } from "../store/rows/outbox-entry.ts";

type StoreOptions = Parameters<typeof createOutbox>[1];
type Callbacks = Required<Pick<StoreOptions, "onDamage" | "onMigrated" | "onRedated" | "onFailure">>;

interface Signals {
  /** The store fails from now on; null where it takes writes again. */
  failure: [error: StoreError | null];
  /** The clock was set: forward by so many milliseconds, or back. */
  clock: [ms: number];
}

export type StoreWatch = ReturnType<typeof watchStore>;

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

const knownKind = (kind: string) => ENTRY_KINDS.find((each) => each === kind) ?? "unknown";

/** A store that is away is one event, and one when it is back: no part that meets it reports it again. */
export const withoutStoreFaults =
  (report: Observe): Observe =>
  (event) => {
    if (event.type !== "fault" || !(event.error instanceof StoreError) || event.error.failure === "closed")
      report(event);
  };
