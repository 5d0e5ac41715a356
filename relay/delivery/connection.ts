// The loop of one connection: one mail at a time, claimed, sent and recorded; where there is none, it waits.

import type { JumpAwareClock } from "../clock.ts";
import type { ClaimedEntry } from "../store/operations/claim.ts";
import type { ClaimedRow, ClaimedRows } from "./claimed-rows.ts";
import type { DueClock } from "./due-clock.ts";
import type { IdleNotice } from "./idle-notice.ts";
import type { MailGate } from "./mail-gate.ts";
import type { Results } from "./record-result.ts";
import type { SendResult } from "./send-result.ts";

interface ConnectionParts {
  readonly clock: JumpAwareClock;
  readonly due: DueClock;
  readonly rows: ClaimedRows;
  readonly gate: MailGate;
  /** Null where there is none that may go. */
  readonly claimDue: () => Promise<ClaimedRow | null>;
  readonly send: (claimed: ClaimedEntry) => Promise<SendResult>;
  readonly results: Results;
  readonly idle: IdleNotice;
  readonly isRunning: () => boolean;
  readonly onFault: (error: unknown) => void;
}

/** Runs until the worker ends. After a delivery the next claim shares the commit of the result. */
export function createConnection(parts: ConnectionParts): () => Promise<void> {
  const { clock, due, rows, gate, claimDue, send, results, idle, isRunning, onFault } = parts;

  /** A row to be sent now, once what became of the last one is recorded; null after a wait where there was none. */
  const next = async (recorded: Promise<void>): Promise<ClaimedRow | null> => {
    const moment = due.moment();
    const row = await claim();
    await recorded;
    if (row === null) {
      await waitForWork(moment);
      return null;
    }
    if (isRunning()) {
      due.wakeOne();
      return row;
    }
    await rows.release(row);
    return null;
  };

  const claim = async (): Promise<ClaimedRow | null> => {
    if (!gate.mayClaim()) return null;
    idle.begin();
    return claimDue();
  };

  /** Waits until there may be something to do. What came during the last look counts for the next one. */
  const waitForWork = async (moment: number): Promise<void> => {
    if (!isRunning() || moment !== due.moment()) return;
    due.within(gate.opensIn());
    idle.rest();
    await due.wait();
  };

  return async () => {
    let recorded = Promise.resolve();
    while (isRunning()) {
      const row = await next(recorded);
      if (row === null) continue;
      const began = { at: clock.now(), elapsed: clock.elapsed() };
      const result = await send(row.claimed);
      recorded = results.record(row, result, began).catch(onFault);
      if (result.failure !== null) await recorded;
    }
    await recorded;
  };
}
