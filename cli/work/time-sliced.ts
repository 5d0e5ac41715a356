/** Work of this length may run before it yields: a saved file is noticed after several turns of the event loop. */
const SLICE_MS = 4;

/** Returns a function to await between small steps of long work: `yieldNow` is called once a slice is used up. */
export function timeSliced(yieldNow: () => Promise<void>): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE_MS) return;
    await yieldNow();
    begun = performance.now();
  };
}
