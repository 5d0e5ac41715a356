// What an operator has done to the store as a whole: a person's requests erased, a copy written.

import type { Observe } from "../observe/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import { backupProblem } from "./refusals.ts";

export interface StoreCareParts {
  readonly outbox: Pick<Outbox, "erase" | "backup">;
  readonly observe: Observe;
  readonly now: () => number;
  /** The next request is compared with the blocks as they are then. */
  readonly onBlocksChanged: () => void;
}

export const createStoreCare = ({ outbox, observe, now, onBlocksChanged }: StoreCareParts) => ({
  /** All that came from an address, and blocks of it. */
  async erase(email: string, actor: string) {
    const receipt = await outbox.erase(email, now(), actor);
    onBlocksChanged();
    observe({ type: "changed", action: "erased", count: receipt.submissions });
    return receipt;
  },
  async backup(path: string) {
    const began = now();
    const { bytes } = await outbox.backup(path).catch((cause) => {
      throw backupProblem(path, cause);
    });
    observe({ type: "backed-up", bytes, ms: now() - began });
    return { path, bytes };
  },
});
