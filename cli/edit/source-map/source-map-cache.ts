// What source maps keep from one build to the next: the files read, and which text nodes of a page could not be marked.

import { ALL_MARKED, type Plan } from "./choose-marks.ts";
import { createPlacer, type Placer } from "./source-positions.ts";

export interface SourceMapCache {
  readonly placer: Placer;
  /** Plans to try first on a page, the most informative one first. */
  plansFor(output: string): readonly Plan[];
  learn(output: string, plan: Plan): void;
}

/** For as long as the templates are the same. */
export function createSourceMapCache(placer: Placer = createPlacer()): SourceMapCache {
  const byPage = new Map<string, Plan>();
  return {
    placer,
    plansFor: (output) => [ALL_MARKED, ...(byPage.has(output) ? [byPage.get(output) as Plan] : [])],
    learn: (output, plan) => void byPage.set(output, plan),
  };
}
