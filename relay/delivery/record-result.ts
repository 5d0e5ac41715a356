// What came of sending a row → the store, the log, and what is known of the server.

import type { JumpAwareClock } from "../clock.ts";
import type { Observe } from "../observe/relay-event.ts";
import type { EntryKind } from "../store/rows/outbox-entry.ts";
import { eventsOf, outcomeOf } from "./attempt-outcome.ts";
import type { ClaimedRow, ClaimedRows } from "./claimed-rows.ts";
import type { DueClock } from "./due-clock.ts";
import type { SendPolicy } from "./send-policy.ts";
import type { SendResult } from "./send-result.ts";
import type { Failure } from "./transports/send-failure.ts";

interface ResultParts {
  readonly rows: ClaimedRows;
  readonly clock: JumpAwareClock;
  readonly due: DueClock;
  readonly policy: SendPolicy;
  readonly observe: Observe;
  readonly kinds: readonly EntryKind[];
  /** The recipient of mails to the team that their own mailbox refuses. */
  readonly fallback: string | null | undefined;
  /** Makes mails that wait for the server due: those on this route, or all. */
  readonly makeDueNow: (route: string | null) => Promise<void>;
}

export interface Results {
  /** `began`: when sending began, by the date and by the elapsed time. */
  record(row: ClaimedRow, result: SendResult, began: { readonly at: number; readonly elapsed: number }): Promise<void>;
}

export function createResults({
  rows,
  clock,
  due,
  policy,
  observe,
  kinds,
  fallback,
  makeDueNow,
}: ResultParts): Results {
  /** What a result says of the mails that wait: they go once the server takes one. */
  const learn = async (route: string, failure: Failure | null): Promise<void> => {
    const { recovered, suspension } = policy.onResult(route, failure, clock.elapsed());
    if (suspension === "begun" && failure !== null) observe({ type: "suspended", kinds, reason: failure.reason });
    if (suspension === "ended") observe({ type: "resumed", kinds });
    if (recovered === null) return;
    await makeDueNow(recovered === "all" ? null : route);
    due.changed();
  };

  return {
    async record(row, result, began) {
      const { entry, route } = row.claimed;
      const { failure } = result;
      // It ended before the mail was out, or before the server was asked: the row is given back as if it had not begun.
      if (failure?.reason === "stopped") return rows.release(row);
      if (failure?.isTried === false) {
        // The pause begins first: otherwise another connection claims the row at once.
        await learn(route, failure);
        return rows.release(row);
      }
      const times = { startedAt: began.at, endedAt: clock.now() };
      const ms = clock.elapsed() - began.elapsed;
      // A clock that was set forward expires no row, even if the store does not know of the jump yet.
      const expiresAt = entry.expiresAt + clock.setForwardMs();
      const [attempt, end] = outcomeOf(result, { ...entry, expiresAt }, times, fallback);
      const isOurs = await rows.finish(row, attempt, end);
      if (isOurs) for (const event of eventsOf(row.claimed, attempt, end, ms)) observe(event);
      if (end.to === "queued") due.within(end.dueAt - clock.now());
      if (failure?.scope !== "none") await learn(route, failure);
    },
  };
}
