// Whether the store takes writes: a relay without visitors must notice a failure too.
import type { Timeline } from "../clock.ts";
import type { Outbox } from "./outbox.ts";

/** Between writes at least; who asks sooner gets the last result. */
const PROBE_EVERY_MS = 1000;

export function createWriteProbe(
  outbox: Pick<Outbox, "probe">,
  clock: Pick<Timeline, "elapsed">,
): () => Promise<boolean> {
  let last = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve(true) };
  return () => {
    if (clock.elapsed() - last.at >= PROBE_EVERY_MS)
      last = {
        at: clock.elapsed(),
        result: outbox.probe().then(
          () => true,
          () => false,
        ),
      };
    return last.result;
  };
}
