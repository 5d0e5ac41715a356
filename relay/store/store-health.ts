// What those who watch the relay hear of its store. They get an answer within a second, also while a write waits for a disk that hangs: then
// above all. And a relay without visitors must notice a failure too, so it is asked by writing.
import { type JumpAwareClock, sharedFor } from "../clock.ts";
import { NO_FIGURES } from "./look-up.ts";
import type { Outbox } from "./outbox.ts";
import type { OutboxStats } from "./records.ts";

export interface StoreHealth {
  /** Whether a write succeeds now, or did a moment ago. */
  takesWrites(): Promise<boolean>;
  /** A write has been waiting for longer than callers do. */
  isStuck(): boolean;
  /** What the store says, or said last. */
  stats(): Promise<OutboxStats>;
  /** Asks again and again, until `isFull` is false: nothing else says that there is room again. */
  lookForRoom(isFull: () => boolean): void;
}

/** Between writes at least; who asks sooner gets the last result. Nobody waits longer for an answer. */
const EVERY_MS = 1000;
/** A disk that takes seconds is slow; the callers of one that takes longer have given up, or will. */
const STUCK_MS = 10_000;
const LOOK_FOR_ROOM_EVERY_MS = 5000;

export function createStoreHealth(
  outbox: Pick<Outbox, "probe" | "stats">,
  clock: Pick<JumpAwareClock, "now" | "elapsed" | "after">,
): StoreHealth {
  let waitsSince: number | null = null;
  let isWell = true;
  let last: OutboxStats = { ...NO_FIGURES, bytes: 0, overdue: 0, writable: true };
  let callOff = () => {};

  /** Waits for it, but no longer than anybody waits. */
  const inTime = (work: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = clock.after(EVERY_MS, resolve);
      work.finally(end).then(resolve, reject);
    });
  const probe = sharedFor(EVERY_MS, clock.elapsed, async () => {
    waitsSince = clock.elapsed();
    isWell = await outbox.probe().then(
      () => true,
      () => false,
    );
    waitsSince = null;
  });
  const ask = sharedFor(EVERY_MS, clock.elapsed, async () => {
    last = await outbox.stats(clock.now());
  });
  const isStuck = () => waitsSince !== null && clock.elapsed() - waitsSince >= STUCK_MS;
  const takesWrites = async () => {
    if (!isStuck()) await inTime(probe());
    return isWell && !isStuck();
  };
  return {
    takesWrites,
    isStuck,
    async stats() {
      void probe();
      await inTime(ask());
      return { ...last, writable: last.writable && !isStuck() };
    },
    lookForRoom(isFull) {
      callOff();
      callOff = clock.after(LOOK_FOR_ROOM_EVERY_MS, () => {
        if (isFull()) void takesWrites().then(() => this.lookForRoom(isFull));
      });
    },
  };
}
