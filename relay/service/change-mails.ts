// What an operator does to mails: sent again, released, redirected. Each change is reported, and what is due then goes at once.

import type { Pause } from "../delivery/pause.ts";
import type { Observe } from "../observe/relay-event.ts";
import { countIn } from "../store/operations/figures.ts";
import type { Target } from "../store/operations/move-entries.ts";
import type { Outbox } from "../store/outbox.ts";
import { ENTRY_KINDS } from "../store/rows/outbox-entry.ts";
import type { CommandProblem } from "./protocol.ts";
import { type OperatorAction, whyNot } from "./refusals.ts";

/** What a change did: how many mails, and why the others did not. */
interface ChangeResult {
  readonly count: number;
  readonly problems: readonly CommandProblem[];
}

export interface MailChangeParts {
  readonly outbox: Outbox;
  readonly observe: Observe;
  readonly now: () => number;
  /** Has the workers send what is due, and look whether a server that was away is back. */
  readonly tryNow: () => void;
  readonly pauses: () => readonly Pause[];
}

type Change = (target: Target) => Promise<number>;

/** How many mails were made due, and what stays: queued ones are due, or on their way. */
export interface FlushResult {
  readonly count: number;
  readonly queued: number;
  readonly givenUp: number;
  readonly held: number;
  readonly pauses: readonly Pause[];
}

export function createMailChanges({ outbox, observe, now, tryNow, pauses }: MailChangeParts) {
  const change = async (action: OperatorAction, target: Target, run: Change): Promise<ChangeResult> => {
    const result =
      "ids" in target ? await changeEach(outbox, action, target.ids, run) : { count: await run(target), problems: [] };
    if (result.count > 0) observe({ type: "changed", action, count: result.count });
    tryNow();
    return result;
  };
  return {
    retry: (target: Target, actor: string) => change("retried", target, (one) => outbox.retry(one, now(), actor)),
    resend: (target: Target, actor: string) => change("resent", target, (one) => outbox.resend(one, now(), actor)),
    release: (target: Target, actor: string) => change("released", target, (one) => outbox.release(one, now(), actor)),
    redirect: (target: Target, to: string, actor: string) =>
      change("redirected", target, (one) => outbox.redirect(one, to, now(), actor)),
    /** Makes all that waits due. */
    async flush(form: string | undefined, givenUp: boolean, actor: string): Promise<FlushResult> {
      const paused = pauses();
      const due = await outbox.makeDueNow({ reasons: null, kinds: ENTRY_KINDS, route: null, form }, now());
      const count = due + (givenUp ? await outbox.retry({ state: "dead", form }, now(), actor) : 0);
      await outbox.recordAction({ type: "flushed", count }, now(), actor);
      if (count > 0) observe({ type: "changed", action: "retried", count });
      tryNow();
      const { entries } = await outbox.stats(now());
      return {
        count,
        queued: countIn(entries, "queued"),
        givenUp: countIn(entries, "dead"),
        held: countIn(entries, "held"),
        pauses: paused,
      };
    },
  };
}

/** One after the other: a mail that cannot be changed does not stop the others. */
async function changeEach(
  outbox: Outbox,
  action: OperatorAction,
  ids: readonly string[],
  run: Change,
): Promise<ChangeResult> {
  let count = 0;
  const problems: CommandProblem[] = [];
  for (const id of ids) {
    const changed = await run({ ids: [id] });
    count += changed;
    if (changed === 0) problems.push(await whyNot(outbox, action, id));
  }
  return { count, problems };
}
