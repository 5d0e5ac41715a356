// Whether the relay takes requests, and why not: for callers, supervisors and operators.
import type { JumpAwareClock } from "../clock.ts";
import type { StoreFailure } from "../errors.ts";
import type { Forms, FormsStatus } from "../requests/create-forms.ts";
import type { Outbox } from "../store/outbox.ts";
import { createStoreHealth, type StoreHealth } from "../store/store-health.ts";
import { version } from "../version.ts";
import type { StoreWatch } from "./watch-store.ts";

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

export interface Health {
  /** Takes requests at this address from now on. */
  begin(url: string): void;
  drain(): void;
  /** Whether new requests would be kept: the store takes writes, and the relay is not on its way down. */
  isReady(): boolean;
  about(): About;
  isRunning(): boolean;
  isDraining(): boolean;
  /** Why nothing can be accepted now, tried by a write; null while it can. */
  notReady(): Promise<"draining" | "store" | "delivery" | null>;
  readonly stats: StoreHealth["stats"];
}

interface HealthParts {
  readonly outbox: Pick<Outbox, "probe" | "stats">;
  readonly watch: StoreWatch;
  readonly clock: JumpAwareClock;
  /** Whether the store keeps mails from being delivered. */
  readonly hasFault: () => boolean;
  readonly forms: Pick<Forms, "status">;
}

export function createHealth({ outbox, watch, clock, hasFault, forms }: HealthParts): Health {
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
    begin(at) {
      state = "running";
      url = at;
    },
    drain() {
      state = "draining";
    },
    isReady,
    about: () => ({ version, url, ready: isReady(), problem: problem(), forms: forms.status() }),
    isRunning,
    isDraining: () => state === "draining",
    async notReady() {
      if (!isRunning()) return "draining";
      if (!(await store.takesWrites()) || watch.failure() !== null) return "store";
      return hasFault() ? "delivery" : null;
    },
    stats: store.stats,
  };
}
