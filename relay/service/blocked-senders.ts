// Blocked senders, as the next request meets them.

import { createBlockMatch, type Sender } from "../requests/sender-block.ts";
import type { Outbox } from "../store/outbox.ts";

export type BlockedSenders = ReturnType<typeof createBlockedSenders>;

/** A block that another relay sets is noticed within this time. */
const READ_EVERY_MS = 2000;

export function createBlockedSenders(outbox: Pick<Outbox, "blocks">, elapsed: () => number) {
  let known: { readonly at: number; readonly match: ReturnType<typeof read> } | null = null;
  const read = async () => createBlockMatch((await outbox.blocks()).filter(({ liftedAt }) => liftedAt === null));
  return {
    /** Rejects with StoreError where the blocks cannot be read: nothing could be accepted either. */
    async isBlocked(sender: Sender): Promise<boolean> {
      if (known === null || elapsed() - known.at >= READ_EVERY_MS) known = { at: elapsed(), match: read() };
      const asked = known;
      try {
        return (await asked.match)(sender);
      } catch (error) {
        if (known === asked) known = null;
        throw error;
      }
    },
    /** They were changed here. */
    forget() {
      known = null;
    },
  };
}
