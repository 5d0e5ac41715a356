// What a process needs in its environment to be on the day that its tests are on: nothing on most runs.

/** Of a run with a shifted clock (`shifted-clock.mjs`). */
export const shiftedClock = (): Readonly<Record<string, string>> => {
  const { TEST_CLOCK_OFFSET_MS, NODE_OPTIONS } = process.env;
  return TEST_CLOCK_OFFSET_MS === undefined ? {} : { TEST_CLOCK_OFFSET_MS, NODE_OPTIONS: NODE_OPTIONS ?? "" };
};
