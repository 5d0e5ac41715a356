// The blocks in force, cached: read again after a while, since another relay on the same store may have changed them, and at once after a
// change here.
import { createBlockMatch, type Sender } from "../mail/sender-block.ts";
import type { Outbox } from "../store/outbox.ts";

export interface BlockedSenders {
  /** Rejects with StoreError where the blocks cannot be read: nothing could be accepted either. */
  isBlocked(sender: Sender): Promise<boolean>;
  /** They were changed here. */
  forget(): void;
}

/** A block that another relay sets is noticed within this time. */
const READ_EVERY_MS = 2000;

export function createBlockedSenders(outbox: Pick<Outbox, "blocks">, elapsed: () => number): BlockedSenders {
  let known: { readonly at: number; readonly match: ReturnType<typeof read> } | null = null;
  const read = async () => createBlockMatch((await outbox.blocks()).filter(({ liftedAt }) => liftedAt === null));
  return {
    async isBlocked(sender) {
      if (known === null || elapsed() - known.at >= READ_EVERY_MS) known = { at: elapsed(), match: read() };
      const asked = known;
      try {
        return (await asked.match)(sender);
      } catch (error) {
        if (known === asked) known = null;
        throw error;
      }
    },
    forget() {
      known = null;
    },
  };
}
