// Whether the relay takes requests, and why not: for callers, supervisors and operators.

import { inTime, type JumpAwareClock, sharedFor } from "../clock.ts";
import type { StoreFailure } from "../errors.ts";
import { NO_FIGURES, type OutboxStats } from "../store/operations/figures.ts";
import type { Outbox } from "../store/outbox.ts";
import { version } from "../version.ts";
import type { Forms } from "./forms-source.ts";
import { createStoreProbe } from "./store-probe.ts";
import type { StoreWatch } from "./store-watch.ts";
import type { FormsStatus } from "./used-document.ts";

/** Who answers. */
export interface About {
  readonly version: string;
  /** "http://127.0.0.1:8787" */
  readonly url: string;
  readonly ready: boolean;
  /** Why mails are not stored or not delivered; null where the relay itself has no problem. A mail server that is away is none. */
  readonly problem: StoreFailure | "delivery" | null;
  /** The definition in use. */
  readonly forms: FormsStatus;
}

export interface Health {
  begin(at: string): void;
  drain(): void;
  /** Whether new requests would be kept: the store takes writes, and the relay is not on its way down. */
  readonly isReady: () => boolean;
  readonly about: () => About;
  readonly isDraining: () => boolean;
  /** Why nothing can be accepted now, tried by a write; null while it can. */
  notReady(): Promise<"draining" | "store" | "delivery" | null>;
  /** What the store says, or said last. */
  stats(): Promise<OutboxStats>;
}

interface HealthParts {
  readonly outbox: Pick<Outbox, "probe" | "stats">;
  readonly watch: StoreWatch;
  readonly clock: JumpAwareClock;
  readonly hasFault: () => boolean;
  readonly forms: Pick<Forms, "status">;
}

/** The store is asked this often at most, and nobody waits longer for an answer. */
const EVERY_MS = 1000;
const LOOK_FOR_ROOM_EVERY_MS = 5000;

/** Every call is answered within a second, also while a write waits for a disk that hangs. */
export function createHealth({ outbox, watch, clock, hasFault, forms }: HealthParts): Health {
  let state: "new" | "running" | "draining" = "new";
  let url = "";
  let last: OutboxStats = { ...NO_FIGURES, bytes: 0, overdue: 0, writable: true };
  let cancel = () => {};

  const probe = createStoreProbe({ outbox, clock, everyMs: EVERY_MS });
  const readStats = sharedFor(EVERY_MS, clock.elapsed, async () => {
    last = await outbox.stats(clock.now());
  });
  /** Nothing else says that there is room again. */
  const lookForRoom = () => {
    cancel();
    if (state === "running" && watch.failure()?.failure === "full")
      cancel = clock.after(LOOK_FOR_ROOM_EVERY_MS, () => void probe.takesWrites().then(lookForRoom));
  };
  watch.signals.on("failure", lookForRoom);

  const problem = (): About["problem"] => watch.failure()?.failure ?? (hasFault() ? "delivery" : null);
  const isReady = () => state === "running" && problem() === null && !probe.isStuck();
  return {
    begin(at) {
      state = "running";
      url = at;
    },
    drain() {
      state = "draining";
    },
    isReady,
    about: () => ({ version, url, ready: isReady(), problem: problem(), forms: forms.status() }),
    isDraining: () => state === "draining",
    async notReady() {
      if (state !== "running") return "draining";
      if (!(await probe.takesWrites()) || watch.failure() !== null) return "store";
      return hasFault() ? "delivery" : null;
    },
    async stats() {
      void probe.write();
      await inTime(clock, EVERY_MS, readStats());
      return { ...last, writable: last.writable && watch.failure() === null && !probe.isStuck() };
    },
  };
}
