// Senders whose requests are held from now on, and no longer.

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

/** `written`: by an operator, see `BLOCK_HINT`; `unblock` takes a block's id, too. */
export const createBlockChanges = ({ outbox, observe, now, onBlocksChanged }: BlockChangeParts) => ({
  async block(written: string, actor: string) {
    const read = readBlock(written);
    if (typeof read === "string") throw new CommandError("USAGE", `What was written ${read}.`, { hint: BLOCK_HINT });
    const block = await outbox.block(read, now(), actor);
    onBlocksChanged();
    observe({ type: "changed", action: "blocked", count: 1 });
    return block;
  },
  async unblock(written: string, actor: string) {
    const found = findBlock(await outbox.blocks(), written);
    const lifted = found === undefined ? null : await outbox.unblock(found.id, now(), actor);
    if (lifted === null)
      throw new CommandError("BLOCK_UNKNOWN", "No block that holds has this id, and none is of this sender.", {
        hint: "`eventsite-relay blocks` lists them",
      });
    onBlocksChanged();
    observe({ type: "changed", action: "unblocked", count: 1 });
    return lifted;
  },
});
