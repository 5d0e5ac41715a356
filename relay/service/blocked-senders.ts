// Blocked senders, as the next request meets them.

import { createBlockMatch, type Sender } from "../requests/sender-block.ts";
import type { Outbox } from "../store/outbox.ts";

export interface BlockedSenders {
  /** Rejects with StoreError where the blocks cannot be read: nothing could be accepted either. */
  isBlocked(sender: Sender): Promise<boolean>;
  /** They were changed here. */
  forget(): void;
}

interface ReadBlocks {
  readonly at: number;
  readonly match: Promise<(sender: Sender) => boolean>;
}

/** A block that another relay sets is noticed within this time. */
const READ_EVERY_MS = 2000;

export function createBlockedSenders(outbox: Pick<Outbox, "blocks">, elapsed: () => number): BlockedSenders {
  let latest: ReadBlocks | null = null;
  const readBlocks = async () => createBlockMatch((await outbox.blocks()).filter(({ liftedAt }) => liftedAt === null));
  return {
    async isBlocked(sender) {
      if (latest === null || elapsed() - latest.at >= READ_EVERY_MS) latest = { at: elapsed(), match: readBlocks() };
      const inUse = latest;
      try {
        return (await inUse.match)(sender);
      } catch (error) {
        if (latest === inUse) latest = null;
        throw error;
      }
    },
    forget() {
      latest = null;
    },
  };
}
