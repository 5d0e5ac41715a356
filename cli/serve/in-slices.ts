/** So long, in milliseconds, one may work before others have their turn: a saved file comes to be seen after several turns. */
const SLICE_MS = 4;

/** To be awaited between small pieces of a long work. `giveWay` resolves when it is our turn again. */
export function inSlices(giveWay: () => Promise<void>): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await giveWay();
    begun = performance.now();
  };
}
