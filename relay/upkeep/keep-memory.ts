// The memory of requests that are over. What a request is made of lives until its commit: in a rush that is long enough for V8 to move it
// among what lasts, and there it lies until V8 looks again, which it does the later the larger the heap is. So the heap is looked at here.
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const MEBIBYTE = 1_048_576;
/** A relay that has met all it does needs some 25 MiB. */
const MOST_BYTES = 64 * MEBIBYTE;
/** Beyond what was left the last time: a process that needs more is not collected at every look. */
const MORE_BYTES = 32 * MEBIBYTE;
const LOOK_MS = 200;

/** The heap of the whole process, as long as it runs: a look takes microseconds, collecting some 20 ms. */
export function keepMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const look = createHeapLook(() => getHeapStatistics().total_heap_size, collect);
  setInterval(look, LOOK_MS).unref();
}

export function createHeapLook(heapBytes: () => number, collect: () => void): () => void {
  let mostBytes = MOST_BYTES;
  return () => {
    if (heapBytes() < mostBytes) return;
    collect();
    mostBytes = Math.max(MOST_BYTES, heapBytes() + MORE_BYTES);
  };
}
