// Blocks senders, whose requests are held from then on, and lifts blocks.

import type { Observe } from "../observe/relay-event.ts";
import { readBlock } from "../requests/sender-block.ts";
import type { Outbox } from "../store/outbox.ts";
import { CommandError } from "./protocol.ts";
import { BLOCK_HINT, findBlock } from "./refusals.ts";

export interface BlockChangeParts {
  readonly outbox: Pick<Outbox, "block" | "unblock" | "blocks">;
  readonly observe: Observe;
  readonly now: () => number;
  /** The next request is compared with the blocks as they are then. */
  readonly onBlocksChanged: () => void;
}

/** `input` is what an operator wrote, see `BLOCK_HINT`; `query` may also be the id of a block. */
export const createBlockChanges = ({ outbox, observe, now, onBlocksChanged }: BlockChangeParts) => ({
  async block(input: string, actor: string) {
    const sender = readBlock(input);
    if (typeof sender === "string")
      throw new CommandError("USAGE", `What was written ${sender}.`, { hint: BLOCK_HINT });
    const block = await outbox.block(sender, now(), actor);
    onBlocksChanged();
    observe({ type: "changed", action: "blocked", count: 1 });
    return block;
  },
  async unblock(query: string, actor: string) {
    const block = findBlock(await outbox.blocks(), query);
    const lifted = block === undefined ? null : await outbox.unblock(block.id, now(), actor);
    if (lifted === null)
      throw new CommandError("BLOCK_UNKNOWN", "No block that holds has this id, and none is of this sender.", {
        hint: "`eventsite-relay blocks` lists them",
      });
    onBlocksChanged();
    observe({ type: "changed", action: "unblocked", count: 1 });
    return lifted;
  },
});
