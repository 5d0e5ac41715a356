// How often generated cases are tried: a few times in `npm test`, many times in `npm run torture`, which sets EVENTSITE_ROUNDS.
import { inject } from "vitest";

export const isTorture = process.env.EVENTSITE_ROUNDS === "many";

/** Parameters of `fc.assert`: the number of cases, and the seed of this run. */
export const rounds = (few: number, many: number) => ({ numRuns: isTorture ? many : few, seed: inject("seed") });

/** One in so many items, others with each seed; in torture all of them. */
export const sample = <Item>(items: readonly Item[], oneIn: number): readonly Item[] =>
  isTorture ? items : items.filter((_, index) => (index + inject("seed")) % oneIn === 0);
