// Long work yields at each step of its loops. The caller that starts it decides what this means: nothing, a turn of the event loop for other
// work, or an error that ends it. Nothing is passed through the functions in between.

import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";

type AtEachStep = () => Promise<void>;

const started = new AsyncLocalStorage<AtEachStep>();

/** Runs `work`, which awaits `atEachStep` whenever it yields; `atEachStep` may throw to end the work. */
export const runYielding = <Result>(atEachStep: AtEachStep, work: () => Promise<Result>): Promise<Result> =>
  started.run(atEachStep, work);

/** Awaited at each step of long loops; does nothing in work that was not started by `runYielding`. */
export async function yieldTurn(): Promise<void> {
  await started.getStore()?.();
}

/** Gives other work a turn of the event loop at each step, and ends when the signal aborts. */
export const takingTurns =
  (signal: AbortSignal | undefined): AtEachStep =>
  async () => {
    await setImmediate();
    signal?.throwIfAborted();
  };
