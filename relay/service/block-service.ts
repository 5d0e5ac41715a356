// Blocked senders, and the record of who did what.
import * as z from "zod";
import { createBlockMatch, readBlock, type Sender } from "../mail/sender-block.ts";
import type { Observe } from "../operators/relay-event.ts";
import type { Outbox } from "../store/outbox.ts";
import type { Block } from "../store/records.ts";
import { operation, sender, time } from "./parameters.ts";
import { CommandError } from "./protocol.ts";

export interface BlockParts {
  readonly outbox: Outbox;
  readonly observe: Observe;
  readonly now: () => number;
  /** The next request is compared with the blocks as they are then. */
  readonly onBlocksChanged: () => void;
}

export function createBlockService({ outbox, observe, now, onBlocksChanged }: BlockParts) {
  const changed = (action: "blocked" | "unblocked"): void => {
    onBlocksChanged();
    observe({ type: "changed", action, count: 1 });
  };
  return {
    block: operation({ sender }, async ({ sender: written }, actor) => {
      const read = readBlock(written);
      if (typeof read === "string") throw new CommandError("USAGE", `What was written ${read}.`, { hint: BLOCK_HINT });
      const block = await outbox.block(read, now(), actor);
      changed("blocked");
      return block;
    }),
    unblock: operation({ sender }, async ({ sender: written }, actor) => {
      const found = findBlock(await outbox.blocks(), written);
      const lifted = found === undefined ? null : await outbox.unblock(found.id, now(), actor);
      if (lifted === null)
        throw new CommandError("BLOCK_UNKNOWN", "No block that holds has this id, and none is of this sender.", {
          hint: "`eventsite-relay blocks` lists them",
        });
      changed("unblocked");
      return lifted;
    }),
    blocks: operation({}, () => outbox.blocks()),
    actions: operation({ limit: z.int().min(1).max(1000), before: time.optional() }, ({ limit, before = null }) =>
      outbox.actions(limit, before),
    ),
    "open-submissions": operation({}, () => outbox.openSubmissions()),
  };
}

const BLOCK_HINT =
  "an email address, a domain such as spam.example, an IP address or range such as 203.0.113.0/24, or words; what is between quotation marks is words in any case";

/** By its id, or by what somebody wrote to block it. */
function findBlock(blocks: readonly Block[], written: string): Block | undefined {
  const holding = blocks.filter(({ liftedAt }) => liftedAt === null);
  const sender = readBlock(written);
  return (
    holding.find(({ id }) => id === written.trim().toLowerCase()) ??
    holding.find(({ kind, value }) => typeof sender !== "string" && kind === sender.kind && value === sender.value)
  );
}

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
