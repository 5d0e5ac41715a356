// The next row of a worker: one that is due and may go, claimed.

import type { JumpAwareClock } from "../clock.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import type { ClaimedRow, ClaimedRows } from "./claimed-rows.ts";
import type { DueClock } from "./due-clock.ts";
import type { MailGate } from "./mail-gate.ts";
import type { MailRate } from "./mail-rate.ts";
import type { SendPolicy } from "./send-policy.ts";
import { STORE_RETRY_MS } from "./store-faults.ts";

interface ClaimParts {
  readonly outbox: Pick<Outbox, "nextDueAt">;
  readonly clock: JumpAwareClock;
  readonly kinds: readonly EntryKind[];
  readonly due: DueClock;
  readonly rows: ClaimedRows;
  readonly gate: MailGate;
  readonly policy: SendPolicy;
  readonly rate: MailRate;
  /** Makes mails that wait for the server due: those on this route, or all. */
  readonly makeDueNow: (route: string | null) => Promise<void>;
  readonly isRunning: () => boolean;
  readonly onFault: (error: unknown) => void;
}

/** How long to wait before a row that another transaction has locked is looked for again. */
const LOCKED_MS = 20;

export function createClaimDue(parts: ClaimParts) {
  const { outbox, clock, kinds, due, rows, gate, policy, rate, makeDueNow, isRunning, onFault } = parts;

  const claim = async (): Promise<ClaimedRow | null> => {
    const moment = due.moment();
    // After a pause one waiting mail shows whether the server is back, even if its own next attempt is later.
    if (policy.connectionState(clock.elapsed()) === "trial") await makeDueNow(null);
    const except = policy.closedRoutes(rows.routes(), clock.elapsed());
    if (!isRunning()) return null;
    const row = await rows.claim(except);
    if (row === "running") return null;
    if (row === "none") {
      due.foundNothing(moment);
      await waitForNext(except);
      return null;
    }
    if (gate.mayGo(row)) {
      rate.count();
      return row;
    }
    await rows.release(row);
    return null;
  };

  const waitForNext = async (except: readonly string[]): Promise<void> => {
    const waitMs = ((await outbox.nextDueAt({ kinds, except })) ?? Number.POSITIVE_INFINITY) - clock.now();
    // A row that is due and was not claimed is locked by another transaction: another relay's, or one that gives it back.
    if (waitMs <= 0) setTimeout(() => isRunning() && due.changed(), LOCKED_MS).unref();
    due.within(waitMs);
  };

  /** Null where no row may go, or the store fails: the caller tries again. */
  return async (): Promise<ClaimedRow | null> => {
    try {
      return await gate.whileClaiming(claim);
    } catch (error) {
      onFault(error);
      due.within(STORE_RETRY_MS);
      return null;
    }
  };
}
