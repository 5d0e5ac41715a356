// A claim that skips rows on damaged pages of the file. Each such row is found alone and costs a transaction.

import { isDamage } from "../../../errors.ts";
import { claim, findUnreadable, type Selection } from "../../operations/claim.ts";
import type { Engine } from "../engine.ts";
import type { Commits } from "./commits.ts";
import type { SqliteStore } from "./store.ts";

export function createClaim({ unreadable }: SqliteStore, { run }: Commits): Engine["claim"] {
  /** Whether there is one more of those that the next claim leaves out. */
  const findNext = async (now: number, limit: number, selection: Selection | undefined): Promise<boolean> => {
    const { size } = unreadable;
    await run((store) => findUnreadable(store, now, limit, selection)).catch(() => {});
    return unreadable.size !== size;
  };
  return async (now, limit, leaseMs, selection) => {
    for (let damaged = 0; ; damaged += 1)
      try {
        return await run((store) => claim(store, now, limit, leaseMs, selection));
      } catch (error) {
        if (!isDamage(error) || damaged === 2 * limit) throw error;
        const isFound = await findNext(now, limit, selection);
        if (!isFound) throw error;
      }
  };
}
