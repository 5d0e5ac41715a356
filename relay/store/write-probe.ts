// Whether the store takes writes: a relay without visitors must notice a failure too.
import type { JumpAwareClock } from "../clock.ts";
import type { Outbox } from "./outbox.ts";

export interface WriteProbe {
  /** Whether a write succeeds now, or did a moment ago. */
  takesWrites(): Promise<boolean>;
  /** Asks again and again, until `isFull` is false: nothing else says that there is room again. */
  lookForRoom(isFull: () => boolean): void;
}

/** Between writes at least; who asks sooner gets the last result. */
const PROBE_EVERY_MS = 1000;
const LOOK_FOR_ROOM_EVERY_MS = 5000;

export function createWriteProbe(
  outbox: Pick<Outbox, "probe">,
  clock: Pick<JumpAwareClock, "elapsed" | "after">,
): WriteProbe {
  let last = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve(true) };
  let callOff = () => {};

  const takesWrites = () => {
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
  const lookForRoom = (isFull: () => boolean) => {
    callOff();
    callOff = clock.after(LOOK_FOR_ROOM_EVERY_MS, () => {
      if (isFull()) void takesWrites().then(() => lookForRoom(isFull));
    });
  };
  return { takesWrites, lookForRoom };
}
