/** The time slice: work of this length may run before it yields. A saved file is noticed after several turns of the event loop. */
const SLICE_MS = 4;

/** Await it between small steps of long work. `giveWay` yields to other work. */
export function inSlices(giveWay: () => Promise<void>): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await giveWay();
    begun = performance.now();
  };
}
