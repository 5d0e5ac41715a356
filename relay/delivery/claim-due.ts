// The next row of a worker: one that is due and may go, claimed.

import type { JumpAwareClock } from "../clock.ts";
import type { Outbox } from "../store/outbox.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import { type ClaimedRow, type ClaimedRows, STORE_RETRY_MS } from "./claimed-rows.ts";
import type { DueClock } from "./due-clock.ts";
import type { MailGate } from "./mail-gate.ts";
import type { MailRate } from "./mail-rate.ts";
import type { SendPolicy } from "./send-policy.ts";

interface ClaimParts {
  readonly outbox: Pick<Outbox, "nextDueAt">;
  readonly clock: JumpAwareClock;
  readonly kinds: readonly EntryKind[];
  readonly due: DueClock;
  readonly rows: ClaimedRows;
  readonly gate: MailGate;
  readonly policy: SendPolicy;
  readonly rate: MailRate;
  /** Mails that wait for the server are due, on this route or on all. */
  readonly makeDueNow: (route: string | null) => Promise<void>;
  readonly isRunning: () => boolean;
  readonly onFault: (error: unknown) => void;
}

/** A row that another transaction has locked is asked for again after this time. */
const LOCKED_MS = 20;

export function createClaimDue(parts: ClaimParts) {
  const { outbox, clock, kinds, due, rows, gate, policy, rate, makeDueNow, isRunning, onFault } = parts;

  const claim = async (): Promise<ClaimedRow | null> => {
    const moment = due.moment();
    // After a pause one of those that wait shows whether the server is back, whenever its own next attempt would be.
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
    // What is due and was not given out is locked by another transaction at this moment: another relay's, or one that gives it back.
    if (waitMs <= 0) setTimeout(() => isRunning() && due.changed(), LOCKED_MS).unref();
    due.within(waitMs);
  };

  /** Null where there is none that may go, or the store fails: it is asked again. */
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
