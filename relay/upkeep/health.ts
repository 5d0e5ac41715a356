// Whether the relay takes requests, and why not: for callers, supervisors and operators.

import { inTime, type JumpAwareClock, sharedFor } from "../clock.ts";
import { NO_FIGURES, type OutboxStats } from "../store/operations/figures.ts";
import type { Outbox } from "../store/outbox.ts";
import { version } from "../version.ts";
import type { Forms } from "./forms-source.ts";
import { createStoreProbe } from "./store-probe.ts";
import type { StoreWatch } from "./store-watch.ts";

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

/** The store is asked this often at most, and nobody waits longer for an answer. */
const EVERY_MS = 1000;
const LOOK_FOR_ROOM_EVERY_MS = 5000;

/** Who asks gets an answer within a second, also while a write waits for a disk that hangs: then above all. */
export function createHealth({ outbox, watch, clock, hasFault, forms }: HealthParts) {
  let state: "new" | "running" | "draining" = "new";
  let url = "";
  let last: OutboxStats = { ...NO_FIGURES, bytes: 0, overdue: 0, writable: true };
  let callOff = () => {};

  const probe = createStoreProbe({ outbox, clock, everyMs: EVERY_MS });
  const readStats = sharedFor(EVERY_MS, clock.elapsed, async () => {
    last = await outbox.stats(clock.now());
  });
  /** Nothing else says that there is room again. */
  const lookForRoom = () => {
    callOff();
    if (state === "running" && watch.failure()?.failure === "full")
      callOff = clock.after(LOOK_FOR_ROOM_EVERY_MS, () => void probe.takesWrites().then(lookForRoom));
  };
  watch.signals.on("failure", lookForRoom);

  /** Why mails are not stored or not delivered; null where the relay itself has no problem. A mail server that is away is none. */
  const problem = () => watch.failure()?.failure ?? (hasFault() ? ("delivery" as const) : null);
  const isReady = () => state === "running" && problem() === null && !probe.isStuck();
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
      if (!(await probe.takesWrites()) || watch.failure() !== null) return "store";
      return hasFault() ? "delivery" : null;
    },
    /** What the store says, or said last. */
    async stats(): Promise<OutboxStats> {
      void probe.write();
      await inTime(clock, EVERY_MS, readStats());
      return { ...last, writable: last.writable && watch.failure() === null && !probe.isStuck() };
    },
  };
}
