// How often generated cases are tried: a few times in a test run, many times in `npm run torture`, which sets EVENTSITE_ROUNDS to a percentage.
import { inject } from "vitest";

const percent = Number(process.env.EVENTSITE_ROUNDS || 0);

export const isTorture = percent > 0;

export const times = (few: number, many: number): number => Math.max(few, Math.round((many * percent) / 100));

/** Parameters of `fc.assert`: the number of cases, and the seed of this run. */
export const rounds = (few: number, many: number) => ({ numRuns: times(few, many), seed: inject("seed") });

/** One in so many items, others with each seed; in torture and among the long tests all of them. */
export const sample = <Item>(items: readonly Item[], oneIn: number): readonly Item[] =>
  isTorture || inject("isWhole") ? items : items.filter((_, index) => (index + inject("seed")) % oneIn === 0);
